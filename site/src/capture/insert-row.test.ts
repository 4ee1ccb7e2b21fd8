import { makeDraftRow } from '@funil/contract/contacts/questions/application-questions';
import { expect, test, vi } from 'vitest';
import { insertRow } from './insert-row.ts';

const row = makeDraftRow('01930000-0000-7000-8000-000000000001', {});
const key = '7f9c1f0e-8b6d-4f6a-9a55-0c4f5a1f7f10';

/** Inserts a draft into a fake backend. */
async function insertInto(answer: (init: RequestInit) => Response, overrides = {}) {
  const requests: [url: string, init: RequestInit][] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push([url, init]);
    return answer(init);
  });
  const result = await insertRow('application_drafts', { ...row, ...overrides }, { key });
  return { result, requests };
}
const refused = () => {
  throw new TypeError('Failed to fetch');
};

test('sends a PostgREST insert that outlives the page', async () => {
  const { result, requests } = await insertInto(() => new Response(null, { status: 201 }));
  expect(result).toEqual({ ok: true, isRepeat: false });
  expect(requests).toEqual([
    [
      '/rest/v1/application_drafts',
      {
        method: 'POST',
        body: JSON.stringify(row),
        keepalive: true,
        signal: expect.any(AbortSignal),
        headers: {
          apikey: 'anon-local',
          prefer: 'return=minimal',
          'content-type': 'application/json',
          'idempotency-key': key,
        },
      },
    ],
  ]);
});

test.each([
  [
    'reports a repeat for a unique violation',
    Response.json({ code: '23505', message: 'duplicate' }, { status: 409 }),
    { ok: true, isRepeat: true },
  ],
  [
    'reports a refusal for another conflict',
    Response.json({ code: '23503', message: 'no' }, { status: 409 }),
    { ok: false, reason: 'refused', status: 409, message: 'no' },
  ],
  [
    'reports a refusal for a proxy’s error page',
    new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
    { ok: false, reason: 'refused', status: 502, message: 'Bad Gateway' },
  ],
])('%s', async (_, response, expected) => {
  expect((await insertInto(() => response)).result).toEqual(expected);
});

test('sends again without keepalive when the browser refuses it at once', async () => {
  const { result, requests } = await insertInto(({ keepalive }) =>
    keepalive ? refused() : new Response(null, { status: 201 }),
  );
  expect(result).toEqual({ ok: true, isRepeat: false });
  expect(requests.map(([, { keepalive }]) => keepalive)).toEqual([true, undefined]);
});

test('reports a network failure without a second request when it comes later', async () => {
  let requests = 0;
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return refused();
  });
  const result = await insertRow('application_drafts', row, { key });
  expect(result).toEqual({ ok: false, reason: 'unreachable', message: 'Failed to fetch' });
  expect(requests).toBe(1);
});

test('leaves keepalive out when requests under way exceed 64 KiB together', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const kept: (boolean | undefined)[] = [];
  vi.stubGlobal('fetch', (_url: string, { keepalive }: RequestInit) => {
    kept.push(keepalive);
    return promise;
  });
  const send = (bytes: number) =>
    insertRow('application_drafts', { ...row, nome: 'á'.repeat(bytes / 2) }, { key });
  const answers = [70_000, 40_000, 40_000].map(send);
  resolve(new Response(null, { status: 201 }));
  await Promise.all(answers);
  expect(kept).toEqual([undefined, true, undefined]);
  await send(60_000);
  expect(kept.at(-1)).toBe(true);
});

test('sends without AbortSignal.timeout, which Safari before 16 lacks', async () => {
  vi.stubGlobal('AbortSignal', class {});
  const { result } = await insertInto(() => new Response(null, { status: 201 }));
  expect(result).toEqual({ ok: true, isRepeat: false });
});
