// A lock across processes: a file that names the process that holds it. Node offers no lock of the system; the lock of a
// killed process is recognized because that process is gone.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any work under a lock: an older lock was left behind. */
const MAX_LOCK_AGE_MS = 60 * 60_000;
const POLL_INTERVAL_MS = 500;

/** @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has gone meanwhile, or this machine has no such file: there is nothing to read.
    return null;
  }
}

/**
 * A process by its id and, where Linux tells, by when it began: an id is given again after a restart,
 * and in containers it always is.
 * @param {number} pid
 */
function describeProcess(pid) {
  const stat = readOrNull(`/proc/${pid}/stat`);
  // After the name, which may hold spaces and brackets: field 22, proc_pid_stat(5).
  const began = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${began}`.trim();
}

/** @param {string} holder as `describeProcess` gave it */
function isThere(holder) {
  const pid = Number(holder.split(' ')[0]);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process is there, too.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  return describeProcess(pid) === holder;
}

/** @param {string} file @param {string} holder */
function isLeftBehind(file, holder) {
  // Made and not yet written: a moment later it says by whom.
  if (holder !== '' && !isThere(holder)) return true;
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > MAX_LOCK_AGE_MS;
}

/** @param {string} file @returns {boolean} whether it is ours now */
function tryToTake(file) {
  try {
    writeFileSync(file, describeProcess(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** Of several that find it left behind one moves it; the others find it gone. @param {string} file @param {string} holder */
function clear(file, holder) {
  const aside = `${file}-${process.pid}`;
  try {
    if (readOrNull(file) !== holder) return;
    renameSync(file, aside);
    rmSync(aside);
  } catch {
    // Another process was faster: the next look tells.
  }
}

/**
 * Takes the lock, waiting for whoever holds it; a holder that was killed is not waited for.
 * @param {string} file
 * @param {() => void} onWait called once, when there is somebody to wait for
 * @returns {Promise<() => void>} gives it back
 */
export async function acquireLock(file, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  let hasWaited = false;
  while (!tryToTake(file)) {
    const holder = readOrNull(file);
    if (holder !== null && isLeftBehind(file, holder)) {
      clear(file, holder);
      continue;
    }
    if (holder !== null && !hasWaited) onWait();
    hasWaited ||= holder !== null;
    await sleep(POLL_INTERVAL_MS);
  }
  return () => rmSync(file, { force: true });
}
