import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitParallel } from './limit-parallel.ts';

test('runs a few tasks at once, queues some and refuses the others', async () => {
  const limit = limitParallel({ running: 2, waiting: 16 });
  let running = 0;
  let most = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
  };
  const settled = await Promise.allSettled(Array.from({ length: 30 }, () => limit(run)));
  expect(most).toBe(2);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(12);
});

test('goes on after a task that failed', async () => {
  const limit = limitParallel({ running: 1, waiting: 8 });
  const failing = limit(() => Promise.reject(new Error('no disk')));
  const next = limit(async () => 'done');
  await expect(failing).rejects.toThrow('no disk');
  expect(await next).toBe('done');
});
