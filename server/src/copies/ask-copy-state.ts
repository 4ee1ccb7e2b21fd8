import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '@funil/contract/durations';
import { useThread } from '../threads/thread.ts';
import type { CopyState, readCopyState } from './copy-names.ts';
import type { CopyThread } from './copy-thread.ts';

export const COPY_THREAD = new URL('./copy-thread.ts', import.meta.url);
const FOLDER_TIMEOUT_MS = 10 * SECOND_MS;

let reading: Promise<CopyState> | null = null;

/**
 * Reads the state in a thread, because a folder on a network disk that hangs blocks the thread that reads the folder.
 * Such a thread is never ended, so no second one is started until it is.
 * @returns null if the folder does not answer
 */
export async function askCopyState(
  ...question: Parameters<typeof readCopyState>
): Promise<CopyState | null> {
  reading ??= useThread<CopyThread, CopyState>(COPY_THREAD, (thread) =>
    thread.readCopyState(...question),
  ).finally(() => {
    reading = null;
  });
  return Promise.race([reading, pause(FOLDER_TIMEOUT_MS, null, { ref: false })]);
}
