import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const INSTALL_TIMEOUT_MS = 300_000;

/** Returns the path of the first existing program, given by name or path. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  return names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((path) => `${path}/${name}`)))
    .find((path) => existsSync(path));
}

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

let isIndexUpdated = false;

/** Installs Debian packages if this process is root. Returns whether it succeeded. */
export function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false;
  if (!isIndexUpdated) isIndexUpdated = runInstaller('apt-get', ['update', '-qq']);
  // Another apt process may be running, for example after booting.
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60'];
  return runInstaller('apt-get', ['install', ...options, ...names]);
}
