// A lock between processes: a file with the id of the owning process. Node has no system locks; the lock of a killed process
// is stale because that process no longer exists.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any locked work: an older lock is stale. */
const MAX_LOCK_AGE_MS = 60 * 60_000;
const POLL_INTERVAL_MS = 500;

/** @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The file was removed meanwhile, or this system has no /proc.
    return null;
  }
}

/**
 * Returns a process id with its start time on Linux, because ids are reused after a restart and in containers.
 * @param {number} pid
 */
function identifyProcess(pid) {
  const stat = readOrNull(`/proc/${pid}/stat`);
  // Field 22 of proc_pid_stat(5), counted after the name, which may contain spaces and brackets.
  const startTime = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${startTime}`.trim();
}

/** @param {string} holder from `identifyProcess` */
function isRunning(holder) {
  const pid = Number(holder.split(' ')[0]);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: another user's process.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  return identifyProcess(pid) === holder;
}

/** @param {string} file @param {string} holder */
function isStale(file, holder) {
  // An empty file was just created, and its owner follows.
  if (holder !== '' && !isRunning(holder)) return true;
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > MAX_LOCK_AGE_MS;
}

/** @param {string} file @returns {boolean} whether this process now has the lock */
function tryLock(file) {
  try {
    writeFileSync(file, identifyProcess(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock. If several processes try, the rename succeeds in one only. @param {string} file @param {string} holder */
function removeStale(file, holder) {
  const aside = `${file}-${process.pid}`;
  try {
    if (readOrNull(file) !== holder) return;
    renameSync(file, aside);
    rmSync(aside);
  } catch {
    // Another process removed the file first.
  }
}

/**
 * Waits until the lock is free or its owner no longer runs, and takes it.
 * @param {string} file
 * @param {() => void} onWait called once before waiting
 * @returns {Promise<() => void>} releases the lock
 */
export async function acquireLock(file, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  let hasWaited = false;
  while (!tryLock(file)) {
    const holder = readOrNull(file);
    if (holder !== null && isStale(file, holder)) {
      removeStale(file, holder);
      continue;
    }
    if (holder !== null && !hasWaited) onWait();
    hasWaited ||= holder !== null;
    await sleep(POLL_INTERVAL_MS);
  }
  return () => rmSync(file, { force: true });
}
