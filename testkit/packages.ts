// Programs that tests need beyond npm's: the machine's own, else Debian's packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Longest run of one installing command, in ms. */
const PATIENCE = 300_000;

/** Where the first of these programs is, by name or by path. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  return names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((path) => `${path}/${name}`)))
    .find((path) => existsSync(path));
}

/** Runs an installing command, its output beside ours; says when it took too long. */
export function runInstaller(command: string, args: string[]): boolean {
  process.stderr.write(`${command} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status === 0;
}

let isListed = false;

/**
 * Installs Debian's packages, where that can be done without asking: as root, with apt-get.
 * @returns whether it was tried and worked
 */
export function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false;
  if (!isListed) isListed = runInstaller('apt-get', ['update', '-qq']);
  // Another apt may be at work, as it is on machines just started.
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60'];
  return runInstaller('apt-get', ['install', ...options, ...names]);
}
