import { spawnSync } from 'node:child_process';

export const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

/** Starts a program through a shell whose trap makes exceeding the limit of a file's size an error and no signal. */
export const FILE_LIMIT_SHELL = ['sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh'];

/** Limits the size of a process's files; SQLite reports a reached limit as a full disk. */
export function limitFileSize(pid: number, bytes: number | 'unlimited') {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error('prlimit did not limit the process.');
}
