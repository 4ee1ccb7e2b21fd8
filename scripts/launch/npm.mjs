import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** In ms. Where packages arrive at 1 Mbit/s, installing takes a quarter of an hour. */
const LIMITS = { progressIntervalMs: 30_000, timeoutMs: 25 * 60_000 };

/**
 * Runs npm to its end, its output on the standard error; while it is silent, says that it goes on.
 * @param {{ node: string, args: string[], cwd: string }} call `node` runs it, and its install scripts find it
 * @param {{ progressIntervalMs: number, timeoutMs: number }} [limits] ms between our words, and until it is ended
 * @returns {Promise<{ code: number | null, signal: string | null, isTimedOut: boolean }>}
 */
export async function runNpm({ node, args, cwd }, { progressIntervalMs, timeoutMs } = LIMITS) {
  const npm = findNpm();
  if (npm === null) {
    process.stderr.write('Não encontrei o npm: instale-o com o Node (https://nodejs.org).\n');
    return { code: 1, signal: null, isTimedOut: false };
  }
  const cache = hasHome() ? null : mkdtempSync(join(tmpdir(), 'funil-npm-'));
  // A request that stalls is given up after a minute, and tried twice again.
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-timeout=60000'];
  if (cache !== null) flags.push('--cache', cache);
  const began = Date.now();
  // Warnings about npm's own code are not for people who install this.
  const child = spawn(node, ['--no-deprecation', npm, ...args, ...flags], {
    cwd,
    stdio: ['ignore', 2, 2],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      // As Debian's Nodes do: a machine behind a company's proxy trusts that proxy's authority.
      NODE_USE_SYSTEM_CA: process.env.NODE_USE_SYSTEM_CA ?? '1',
    },
  });
  const word = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000);
    process.stderr.write(`Ainda instalando, há ${seconds} s: o npm espera a rede ou o disco.\n`);
  }, progressIntervalMs);
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => void child.kill(signal);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, pass);
  try {
    const [code, signal] = await once(child, 'exit');
    return { code, signal, isTimedOut: signal === 'SIGKILL' && Date.now() - began >= timeoutMs };
  } finally {
    clearInterval(word);
    for (const signal of signals) process.off(signal, pass);
    if (cache !== null) rmSync(cache, { recursive: true, force: true });
  }
}
