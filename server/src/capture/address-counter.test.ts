import { expect, test } from 'vitest';
import { createAddressCounter } from './address-counter.ts';

test('counts each address in windows of a minute from its first request', () => {
  let uptime = 0;
  const { count } = createAddressCounter(() => uptime);
  expect(count('a')).toEqual({ current: 1, remainingMs: 60_000 });
  uptime = 59_000;
  expect(count('a')).toEqual({ current: 2, remainingMs: 1_000 });
  expect(count('b')).toEqual({ current: 1, remainingMs: 60_000 });
  uptime = 60_000;
  expect(count('a')).toEqual({ current: 1, remainingMs: 60_000 });
});

test('forgets the address with the oldest window when it counts too many addresses', () => {
  const { count } = createAddressCounter(() => 0, 2);
  for (const address of ['a', 'b', 'c']) count(address);
  expect(count('b')).toMatchObject({ current: 2 });
  expect(count('a')).toMatchObject({ current: 1 });
});
