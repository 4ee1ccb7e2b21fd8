import { expect, test } from 'vitest';
import { createAddressCounter } from './address-counter.ts';

test('counts each address in windows of a minute from its first request', () => {
  let uptime = 0;
  const { count } = createAddressCounter(() => uptime);
  expect(count('a')).toEqual({ requestsThisMinute: 1, remainingMs: 60_000 });
  uptime = 59_000;
  expect(count('a')).toEqual({ requestsThisMinute: 2, remainingMs: 1_000 });
  expect(count('b')).toEqual({ requestsThisMinute: 1, remainingMs: 60_000 });
  uptime = 60_000;
  expect(count('a')).toEqual({ requestsThisMinute: 1, remainingMs: 60_000 });
});

test('forgets the address with the oldest window when it counts too many addresses', () => {
  const { count } = createAddressCounter(() => 0, 2);
  for (const address of ['a', 'b', 'c']) count(address);
  expect(count('b')).toMatchObject({ requestsThisMinute: 2 });
  expect(count('a')).toMatchObject({ requestsThisMinute: 1 });
});
