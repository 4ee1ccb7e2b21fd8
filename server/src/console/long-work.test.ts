import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWorkQueue, shareResults } from './long-work.ts';

function makeWork() {
  const begun: unknown[] = [];
  const ends: (() => void)[] = [];
  const run = <Wanted>(wanted: Wanted) => {
    begun.push(wanted);
    return new Promise<Wanted>((resolve) => ends.push(() => resolve(wanted)));
  };
  return { begun, run, endNext: () => ends.shift()?.() };
}

test('runs one task at a time, and refuses more when eight wait', async () => {
  const { begun, run, endNext } = makeWork();
  const queue = createWorkQueue();
  const taken = Array.from({ length: 9 }, () => queue(() => run('a')));
  await expect(queue(() => run('b'))).rejects.toThrow('Too many tasks');
  expect(begun).toEqual(['a']);
  endNext();
  await taken[0];
  void queue(() => run('c'));
  await expect(queue(() => run('d'))).rejects.toThrow('Too many tasks');
});

test('gives all who ask for the same meanwhile one answer', async () => {
  const { begun, run, endNext } = makeWork();
  const share = shareResults(run<{ first: string }>);
  const answers = Promise.all(Array.from({ length: 30 }, () => share({ first: '2026-11-01' })));
  await turn();
  expect(begun).toHaveLength(1);
  endNext();
  const [one, ...others] = await answers;
  for (const other of others) expect(other).toBe(one);
  const later = share({ first: '2026-11-01' });
  await turn();
  expect(begun).toHaveLength(2);
  endNext();
  await later;
});
