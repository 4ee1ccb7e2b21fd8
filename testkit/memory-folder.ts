import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

/** A complete test run uses a tenth of this space. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

interface Options {
  folder: string;
  /** The content of /proc/self/mounts. */
  mounts: string;
  freeMemoryBytes: number;
  minFreeBytes: number;
}

const readMounts = () => {
  try {
    return readFileSync('/proc/self/mounts', 'utf8');
  } catch {
    return '';
  }
};

/**
 * Returns an executable in-memory folder with enough free space for all tests, or null. A new database is made five
 * times faster in memory.
 */
export function findMemoryFolder({
  folder = '/dev/shm',
  mounts = readMounts(),
  freeMemoryBytes = process.availableMemory(),
  minFreeBytes = MIN_FREE_BYTES,
}: Partial<Options> = {}): string | null {
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === folder);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return null;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freeMemoryBytes) < minFreeBytes ? null : folder;
  } catch {
    return null;
  }
}
