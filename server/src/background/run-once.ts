import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Runs a module in a thread of its own, once: what takes long there holds up nobody here.
 * @returns the one message that it posts
 * @throws what it threw
 */
export async function runOnce<Answer>(file: URL, workerData: unknown): Promise<Answer> {
  const worker = new Worker(file, { workerData });
  const ended = once(worker, 'exit');
  // Told by the message's promise.
  ended.catch(() => {});
  const [answer] = await once(worker, 'message');
  await ended;
  return answer;
}
