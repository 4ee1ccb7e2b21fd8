import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

/**
 * Returns npm's JavaScript file, which any Node can run: of the npm that started this process, of this Node's installation,
 * or of the PATH. Returns null if npm is missing.
 */
function findNpm() {
  const nodeFolder = dirname(process.execPath);
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'));
  return (
    [
      process.env.npm_execpath ?? '',
      join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
      join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
      ...inPath,
    ]
      .filter((file) => existsSync(file))
      .map((file) => realpathSync(file))
      .find((file) => basename(file) === 'npm-cli.js') ?? null
  );
}

/** Returns whether npm can use its cache in the home folder, which a system user may not have. */
function hasHome() {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** At 1 Mbit/s an installation takes 15 minutes. */
const DEFAULT_TIMES = { progressIntervalMs: 30_000, timeoutMs: 25 * 60_000 };

/**
 * Runs npm with its output on the standard error, and prints a progress line at intervals.
 * @param {{ node: string, args: string[], cwd: string }} call `node` runs npm and its install scripts
 * @param {{ progressIntervalMs: number, timeoutMs: number }} [times]
 * @returns {Promise<{ code: number | null, signal: string | null, isTimedOut: boolean }>}
 */
export async function runNpm(
  { node, args, cwd },
  { progressIntervalMs, timeoutMs } = DEFAULT_TIMES,
) {
  const npm = findNpm();
  if (npm === null) {
    process.stderr.write('Não encontrei o npm: instale-o com o Node (https://nodejs.org).\n');
    return { code: 1, signal: null, isTimedOut: false };
  }
  const cache = hasHome() ? null : mkdtempSync(join(tmpdir(), 'funil-npm-'));
  // npm aborts a stalled request after a minute and retries it twice.
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-timeout=60000'];
  if (cache !== null) flags.push('--cache', cache);
  const startedAt = Date.now();
  // Hides deprecation warnings about npm's own code.
  const child = spawn(node, ['--no-deprecation', npm, ...args, ...flags], {
    cwd,
    stdio: ['ignore', 2, 2],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      // Trusts the system's certificates, such as those of a company's proxy.
      NODE_USE_SYSTEM_CA: process.env.NODE_USE_SYSTEM_CA ?? '1',
    },
  });
  const progressTimer = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    process.stderr.write(`Ainda instalando, há ${seconds} s: o npm espera a rede ou o disco.\n`);
  }, progressIntervalMs);
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => void child.kill(signal);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, forward);
  try {
    const [code, signal] = await once(child, 'exit');
    return {
      code,
      signal,
      isTimedOut: signal === 'SIGKILL' && Date.now() - startedAt >= timeoutMs,
    };
  } finally {
    clearInterval(progressTimer);
    for (const signal of signals) process.off(signal, forward);
    if (cache !== null) rmSync(cache, { recursive: true, force: true });
  }
}
