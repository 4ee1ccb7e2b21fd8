import { expect, test, vi } from 'vitest';
import { createWorkQueue, shareResults } from './long-work.ts';

test('runs one task at a time, and refuses more when eight wait', async () => {
  const queue = createWorkQueue();
  const run = vi.fn(() => new Promise<void>(() => {}));
  for (let n = 0; n < 9; n += 1) void queue(run);
  await expect(queue(run)).rejects.toThrow('Too many tasks');
  expect(run).toHaveBeenCalledOnce();
});

test('answers equal requests by one run while it lasts', async () => {
  const run = vi.fn(async (request: { first: string }) => ({ ...request }));
  const share = shareResults(run);
  const [one, ...others] = await Promise.all(
    Array.from({ length: 30 }, () => share({ first: '2026-11-01' })),
  );
  expect(run).toHaveBeenCalledOnce();
  for (const other of others) expect(other).toBe(one);
  await share({ first: '2026-11-01' });
  expect(run).toHaveBeenCalledTimes(2);
});
