import { expect, test, vi } from 'vitest';
import { outlivingFetch } from './outliving-fetch.ts';

const URL = 'https://db.example/rest/v1/leads';
const stored = () => new Response(null, { status: 201 });

test('a request outlives the page', async () => {
  const fetch = vi.fn(async () => stored());
  const answer = await outlivingFetch(URL, { method: 'POST', body: 'x' }, fetch);
  expect(answer.status).toBe(201);
  expect(fetch.mock.calls).toEqual([[URL, { method: 'POST', body: 'x', keepalive: true }]]);
});

test('what is too large to outlive it goes as any other, alone or with others under way', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const fetch = vi.fn((_url: unknown, _init?: RequestInit) => promise);
  const answers = [70_000, 40_000, 40_000].map((length) =>
    outlivingFetch(URL, { body: 'á'.repeat(length / 2) }, fetch),
  );
  resolve(stored());
  await Promise.all(answers);
  const kept = fetch.mock.calls.map(([, init]) => init?.keepalive);
  expect(kept).toEqual([undefined, true, undefined]);
  await outlivingFetch(URL, { body: 'á'.repeat(30_000) }, fetch);
  expect(fetch.mock.lastCall?.[1]?.keepalive).toBe(true);
});

test('a browser that refuses at once is asked again without', async () => {
  const fetch = vi.fn(async (_url: unknown, init?: RequestInit) => {
    if (init?.keepalive) throw new TypeError('Failed to fetch');
    return stored();
  });
  expect((await outlivingFetch(URL, { body: 'x' }, fetch)).status).toBe(201);
});

test('trouble of the network is told, not tried again', async () => {
  const fetch = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw new TypeError('Failed to fetch');
  });
  await expect(outlivingFetch(URL, { body: 'x' }, fetch)).rejects.toThrow('Failed to fetch');
  expect(fetch).toHaveBeenCalledTimes(1);
});
