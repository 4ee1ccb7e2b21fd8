import { spawnSync } from 'node:child_process';

export const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;

/** A shell that keeps "file too large" an error instead of the process's end, as a full disk is. */
export const WITH_FILE_LIMITS = ['sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh'];

/** From now on the process cannot write a file beyond so many bytes: to SQLite, a full disk. */
export function limitFiles(pid: number, bytes: number | 'unlimited') {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error('prlimit did not limit the process.');
}
