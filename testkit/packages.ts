// Programs that tests need besides npm packages: the machine's own, or Debian's packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const INSTALL_TIMEOUT_MS = 300_000;

/** Returns the path of the first program found, by name or by path. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  return names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((path) => `${path}/${name}`)))
    .find((path) => existsSync(path));
}

/** Runs an installing command and shows its output. Returns whether it succeeded. */
export function runInstaller(command: string, args: string[]): boolean {
  process.stderr.write(`${command} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    timeout: INSTALL_TIMEOUT_MS,
    killSignal: 'SIGKILL',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status === 0;
}

let isListed = false;

/** Installs Debian's packages, as root with apt-get. Returns whether that was possible and succeeded. */
export function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false;
  if (!isListed) isListed = runInstaller('apt-get', ['update', '-qq']);
  // Another apt may be at work, as it is on machines just started.
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60'];
  return runInstaller('apt-get', ['install', ...options, ...names]);
}
