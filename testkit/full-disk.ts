import { spawnSync } from 'node:child_process';

export const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

/** A shell in which exceeding the file size limit is an error and does not kill the process. */
export const FILE_LIMIT_SHELL = ['sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh'];

/** Limits the size of a process's files; SQLite reports a reached limit as a full disk. */
export function limitFileSize(pid: number, bytes: number | 'unlimited') {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error('prlimit did not limit the process.');
}
