import { expect, test, vi } from 'vitest';
import { insert } from './insert-row.ts';

const backend = { url: 'https://db.example', anonKey: 'public' };
const key = '7f9c1f0e-8b6d-4f6a-9a55-0c4f5a1f7f10';

const answering = (response: Response) => vi.fn(async (..._request: unknown[]) => response);

test('speaks PostgREST: path, key, minimal answer, idempotency key', async () => {
  const fetch = answering(new Response(null, { status: 201 }));
  const result = await insert(backend, 'leads', { nome: 'Ana' }, { idempotencyKey: key, fetch });
  expect(result).toEqual({ ok: true, isRepeat: false });
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(url).toBe('https://db.example/rest/v1/leads');
  expect(request).toMatchObject({
    method: 'POST',
    body: '{"nome":"Ana"}',
    keepalive: true,
    headers: {
      apikey: 'public',
      prefer: 'return=minimal',
      'content-type': 'application/json',
      'idempotency-key': key,
    },
  });
});

test('a unique violation means that an earlier try was stored', async () => {
  const fetch = answering(Response.json({ code: '23505', message: 'duplicate' }, { status: 409 }));
  const result = await insert(backend, 'leads', {}, { fetch });
  expect(result).toEqual({ ok: true, isRepeat: true });
});

test('another conflict is a refusal', async () => {
  const fetch = answering(Response.json({ code: '23503', message: 'no' }, { status: 409 }));
  const result = await insert(backend, 'leads', {}, { fetch });
  expect(result).toEqual({ ok: false, reason: 'refused', status: 409, message: 'no' });
});

test("a proxy's page in place of an answer is a refusal too", async () => {
  const fetch = answering(
    new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
  );
  const result = await insert(backend, 'leads', {}, { fetch });
  expect(result).toEqual({ ok: false, reason: 'refused', status: 502, message: 'Bad Gateway' });
});

test('no answer is told apart from a refusal', async () => {
  const fetch = vi.fn(async () => {
    throw new TypeError('Failed to fetch');
  });
  const result = await insert(backend, 'leads', {}, { fetch });
  expect(result).toEqual({ ok: false, reason: 'unreachable', message: 'Failed to fetch' });
});

test('a browser without AbortSignal.timeout sends all the same', async () => {
  const timeout = AbortSignal.timeout;
  Reflect.deleteProperty(AbortSignal, 'timeout');
  try {
    const fetch = answering(new Response(null, { status: 201 }));
    expect(await insert(backend, 'leads', {}, { fetch })).toEqual({ ok: true, isRepeat: false });
  } finally {
    AbortSignal.timeout = timeout;
  }
});
