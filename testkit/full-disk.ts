import { spawnSync } from 'node:child_process';

export const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

/** A shell that makes exceeding the file size limit an error instead of killing the process. */
export const FILE_LIMIT_SHELL = ['sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh'];

/** Limits the file size of a process, which SQLite reports as a full disk. */
export function limitFileSize(pid: number, bytes: number | 'unlimited') {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error('prlimit did not limit the process.');
}
