import { spawnSync } from 'node:child_process';

export const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

/**
 * Arguments that start a program through a shell, so that exceeding the limit of a file's size is an error and does
 * not kill the program.
 */
export const FILE_LIMIT_SHELL = ['sh', '-c', 'trap "" XFSZ; exec "$@"', 'sh'];

/** Limits the size of a process's files; SQLite reports a reached limit as a full disk. */
export function limitFileSize(pid: number, bytes: number | 'unlimited') {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error('prlimit did not limit the process.');
}
