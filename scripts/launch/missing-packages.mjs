/**
 * @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, link?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[] }} Locked
 * @typedef {Record<string, Locked>} Packages by path
 * @typedef {'serve' | 'all'} Kind without or with development packages
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
 * Returns the native packages for this machine. npm silently skips them if the download fails or their `engines` reject
 * npm's Node.
 * @param {Packages} expected packages of the lockfile
 * @param {Kind} kind
 * @param {Machine} machine
 */
export function listNativePackages(expected, kind, machine) {
  return Object.keys(expected).filter((path) => {
    const locked = expected[path] ?? {};
    if (kind === 'serve' && locked.dev) return false;
    return isForOnePlatform(locked) && locked.optional === true && fits(locked, machine);
  });
}

/**
 * Returns paths of packages that are missing or have another version than in the lockfile.
 * @param {{ expected: Packages, installed: Packages, kind: Kind, machine: Machine }} state `installed` comes from
 *   `node_modules/.package-lock.json`
 */
export function findMissingPackages({ expected, installed, kind, machine }) {
  const natives = new Set(listNativePackages(expected, kind, machine));
  return Object.entries(expected)
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
