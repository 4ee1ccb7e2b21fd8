import { expect, test } from 'vitest';
import { countInProcess } from './admission.ts';

test('counts each address in windows of a minute from its first request', async () => {
  let uptime = 0;
  const { count } = countInProcess(() => uptime);
  expect(await count('a')).toEqual({ current: 1, ttl: 60_000 });
  uptime = 59_000;
  expect(await count('a')).toEqual({ current: 2, ttl: 1_000 });
  expect(await count('b')).toEqual({ current: 1, ttl: 60_000 });
  uptime = 60_000;
  expect(await count('a')).toEqual({ current: 1, ttl: 60_000 });
});

test('forgets the address with the oldest window when it counts too many addresses', async () => {
  const { count } = countInProcess(() => 0, 2);
  for (const address of ['a', 'b', 'c']) await count(address);
  expect(await count('b')).toMatchObject({ current: 2 });
  expect(await count('a')).toMatchObject({ current: 1 });
});
