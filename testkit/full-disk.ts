import { spawnSync } from 'node:child_process';

export const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

/** A shell in which a file that grows too large is an error, like a full disk, and does not end the process. */
export const FILE_LIMIT_SHELL = ['sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh'];

/** Limits the size of files that a process writes: to SQLite, a full disk. */
export function limitFileSize(pid: number, bytes: number | 'unlimited') {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error('prlimit did not limit the process.');
}
