import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

/**
 * npm's program as JavaScript, so that a Node of our choice can run it: the npm that started us, the
 * one that came with this Node, or the first in the PATH; null when there is none.
 */
function findNpm() {
  const beside = dirname(process.execPath);
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'));
  return (
    [
      process.env.npm_execpath ?? '',
      join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
      join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
      ...inPath,
    ]
      .filter((file) => existsSync(file))
      .map((file) => realpathSync(file))
      .find((file) => basename(file) === 'npm-cli.js') ?? null
  );
}

/** A system's user may have no home; npm keeps what it downloads there. */
function hasHome() {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    // Nothing is lost: whether there is one is what is being asked.
    return false;
  }
}

/**
 * Runs npm to its end, its words on the standard error.
 * @param {string} node that runs it, and that its install scripts find
 * @param {string[]} args
 * @param {string} cwd
 * @returns {{ code: number | null, signal: string | null }}
 */
export function runNpm(node, args, cwd) {
  const npm = findNpm();
  if (npm === null) {
    process.stderr.write('Não encontrei o npm: instale-o com o Node (https://nodejs.org).\n');
    return { code: 1, signal: null };
  }
  const cache = hasHome() ? null : mkdtempSync(join(tmpdir(), 'funil-npm-'));
  const flags = [
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(cache ? ['--cache', cache] : []),
  ];
  const { status, signal } = spawnSync(node, [npm, ...args, ...flags], {
    cwd,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      // As the Nodes of Debian do: a machine behind a company's proxy trusts that proxy's authority.
      NODE_USE_SYSTEM_CA: process.env.NODE_USE_SYSTEM_CA ?? '1',
    },
  });
  if (cache !== null) rmSync(cache, { recursive: true, force: true });
  return { code: status, signal };
}
