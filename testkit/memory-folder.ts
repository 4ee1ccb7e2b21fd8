import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

/** A complete test run used a tenth of it. */
const NEEDED_BYTES = 4 * 1024 ** 3;

interface Place {
  folder: string;
  /** As /proc/self/mounts tells it. */
  mounts: string;
  /** In bytes. */
  freeMemory: number;
  /** What is needed, in bytes. */
  room: number;
}

const readMounts = () => {
  try {
    return readFileSync('/proc/self/mounts', 'utf8');
  } catch {
    return '';
  }
};

/**
 * Returns a folder in memory with room for all that tests write, and from which programs can be started; null if there is
 * none. A new database takes a fifth of the time that it takes on a disk.
 */
export function findMemoryFolder({
  folder = '/dev/shm',
  mounts = readMounts(),
  freeMemory = process.availableMemory(),
  room = NEEDED_BYTES,
}: Partial<Place> = {}): string | null {
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === folder);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return null;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freeMemory) < room ? null : folder;
  } catch {
    return null;
  }
}
