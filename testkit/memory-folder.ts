import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const MEMORY_FOLDER = '/dev/shm';
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/** In memory a new database is made five times faster. Null if no such folder takes programs and all tests' files. */
export function findMemoryFolder(): string | null {
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const mount = mounts.find((line) => line.split(' ')[1] === MEMORY_FOLDER);
    const [, , type, options = ''] = mount?.split(' ') ?? [];
    if (type !== 'tmpfs' || options.split(',').includes('noexec')) return null;
    accessSync(MEMORY_FOLDER, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    const freeBytes = Math.min(bavail * bsize, process.availableMemory());
    return freeBytes < MIN_FREE_BYTES ? null : MEMORY_FOLDER;
  } catch {
    // The system is not Linux, or this user may not write into the folder.
    return null;
  }
}
