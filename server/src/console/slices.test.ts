import { expect, test } from 'vitest';
import { createSlices } from './slices.ts';

/** Blocks the thread for some ms, as SQLite does. */
const block = async (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('leaves the thread free between two slices of parallel reads', async () => {
  const readSlice = createSlices();
  const order: string[] = [];
  const read = async (name: string) => {
    for (let count = 0; count < 2; count += 1) {
      await readSlice(() => block(5));
      order.push(name);
    }
  };
  const both = Promise.all([read('a'), read('b')]);
  const other = setInterval(() => order.push('other'), 1);
  await both;
  clearInterval(other);
  const names = order.filter((name, index) => name !== 'other' || order[index - 1] !== 'other');
  expect(names.join(' ')).toBe('a other b other a other b');
});

test('goes on after a slice that failed', async () => {
  const readSlice = createSlices();
  const failing = readSlice(() => Promise.reject(new Error('no disk')));
  const next = readSlice(async () => 'done');
  await expect(failing).rejects.toThrow('no disk');
  expect(await next).toBe('done');
});
