/**
 * A package as a lockfile has it.
 * @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, link?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[] }} Locked
 * @typedef {Record<string, Locked>} Packages
 * @typedef {'serve' | 'all'} Kind what serves the page, or what tests and develops it too
 * @typedef {{ os: string, cpu: string, libc: string }} Machine
 */

/** @param {string | string[] | undefined} rule @param {string} value */
function allows(rule, value) {
  if (rule === undefined) return true;
  const names = [rule].flat();
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}

/** @param {Locked} locked @param {Machine} machine */
const fits = (locked, { os, cpu, libc }) =>
  allows(locked.os, os) && allows(locked.cpu, cpu) && (os !== 'linux' || allows(locked.libc, libc));

/** @param {Locked} locked */
const isForOnePlatform = ({ os, cpu }) => os !== undefined && cpu !== undefined;

/**
 * The native parts that this machine takes: a package that npm leaves out without a word when it
 * cannot be had, or when its `engines` refuse the Node that npm runs on.
 * @param {Packages} wanted of the repository's lockfile
 * @param {Kind} kind
 * @param {Machine} machine
 */
export function nativeParts(wanted, kind, machine) {
  return Object.keys(wanted).filter((path) => {
    const locked = wanted[path] ?? {};
    if (kind === 'serve' && locked.dev) return false;
    return isForOnePlatform(locked) && locked.optional === true && fits(locked, machine);
  });
}

/**
 * Paths of packages that the lockfile names for this machine and that are not installed as it says.
 * @param {{ wanted: Packages, installed: Packages, kind: Kind, machine: Machine }} state `installed`:
 *   of npm's own `node_modules/.package-lock.json`
 */
export function missingPackages({ wanted, installed, kind, machine }) {
  const natives = new Set(nativeParts(wanted, kind, machine));
  return Object.entries(wanted)
    .filter(([path, { dev, devOptional, optional, link }]) => {
      if (!path.includes('node_modules/')) return false;
      if (link) return true;
      if (kind === 'serve' && (dev || devOptional)) return false;
      return !optional || natives.has(path);
    })
    .filter(([path, { version, link }]) =>
      link ? !installed[path]?.link : installed[path]?.version !== version,
    )
    .map(([path]) => path);
}
