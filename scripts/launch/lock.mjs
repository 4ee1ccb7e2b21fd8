// Node has no locks of the system, so a lock is a file with the ids of its owners. A lock whose owners have all ended
// is free.
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the process id, on Linux with the start time, because ids are reused; null if the process has ended.
 * @param {number} pid
 */
function identify(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists and runs as another user.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return null;
  }
  const stat = readOrNull(`/proc/${pid}/stat`) ?? '';
  // Field 22 of proc_pid_stat(5), counted after the name, which may contain spaces and brackets.
  return `${pid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''}`;
}

/** @param {string} path */
function readOrNull(path) {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    // The lock is gone, or this system has no /proc.
    return null;
  }
}

/** @param {string} file @param {string} scratchFile */
function tryLock(file, scratchFile) {
  const owners = readOrNull(file)?.split('\n');
  if (owners?.some((owner) => identify(Number.parseInt(owner, 10)) === owner)) return false;
  try {
    // If several processes remove a stale lock, only one rename succeeds.
    if (owners) fs.renameSync(file, scratchFile);
    fs.writeFileSync(scratchFile, `${identify(process.pid)}`);
    // The link makes the lock appear together with its owner's id, even if the process is killed.
    fs.linkSync(scratchFile, file);
    return true;
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (!['EEXIST', 'ENOENT'].includes(code)) throw error;
    return false;
  } finally {
    fs.rmSync(scratchFile, { force: true });
  }
}

/**
 * @param {string} file
 * @param {() => void} onWait called once before waiting
 */
export async function acquireLock(file, onWait) {
  fs.mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; !tryLock(file, `${file}-${process.pid}`); tries += 1) {
    if (tries === 0) onWait();
    await sleep(500);
  }
  return {
    /**
     * Keeps the lock while a child runs, even if this process is killed.
     * @param {number | undefined} pid
     */
    shareWith: (pid) => pid && fs.appendFileSync(file, `\n${identify(pid)}`),
    release: () => fs.rmSync(file, { force: true }),
  };
}
