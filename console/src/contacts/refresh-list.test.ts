import { expect, test } from 'vitest';
import { makeListRefresher, readDown } from './refresh-list.ts';

test('while a list is read, what is asked for meanwhile is read once, after it', async () => {
  const order: string[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const refresh = makeListRefresher(async (_key, depth) => {
    order.push(`${depth} begins`);
    await gates[order.length > 1 ? 1 : 0]?.promise;
    order.push(`${depth} ends`);
  });
  const all = [refresh('leads', 'newest'), refresh('leads', 'newest'), refresh('leads', 'newest')];
  gates[0]?.resolve();
  gates[1]?.resolve();
  await Promise.all(all);
  expect(order).toEqual(['newest begins', 'newest ends', 'newest begins', 'newest ends']);
});

test('after a gap, the reading that may hang is ended, and all is read', async () => {
  const order: string[] = [];
  const refresh = makeListRefresher(async (_key, depth, signal) => {
    order.push(depth);
    if (depth === 'all') return;
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
    });
  });
  const hung = refresh('leads', 'newest');
  await refresh('leads', 'all');
  await hung;
  expect(order).toEqual(['newest', 'all']);
});

test('a list is read page by page until it is enough', async () => {
  const asked: (string | null)[] = [];
  const read = async (after: string | null) => {
    asked.push(after);
    const number = Number(after ?? 0) + 1;
    return { items: [`row ${number}`], next: String(number) };
  };
  const page = await readDown(read, { most: 9, isEnough: (items) => items.length === 3 });
  expect(page).toEqual({ items: ['row 1', 'row 2', 'row 3'], next: '3' });
  expect(asked).toEqual([null, '1', '2']);
});

test('what was read before the line broke counts, and nothing read is nothing', async () => {
  const read = async (after: string | null) => {
    if (after !== null) throw new Error('broken');
    return { items: ['row 1'], next: '1' };
  };
  const never = () => false;
  expect(await readDown(read, { most: 9, isEnough: never })).toEqual({
    items: ['row 1'],
    next: '1',
    isBroken: true,
  });
  const broken = () => Promise.reject(new Error('broken'));
  expect(await readDown(broken, { most: 9, isEnough: never })).toBeNull();
});

test('a list that goes on for ever is not read for ever', async () => {
  const read = async () => ({ items: [], next: 'on' });
  const page = await readDown(read, { most: 3, isEnough: () => false });
  expect(page).toEqual({ items: [], next: 'on' });
});
