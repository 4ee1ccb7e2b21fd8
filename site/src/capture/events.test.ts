import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';

/** A backend that takes every request and answers none. */
async function startSilentBackend() {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'request');
  const { port } = server.address() as AddressInfo;
  // Where the backend is, is read with the module.
  vi.resetModules();
  vi.stubEnv('PUBLIC_SUPABASE_URL', `http://127.0.0.1:${port}`);
  return {
    asked,
    [Symbol.dispose]() {
      vi.unstubAllEnvs();
      vi.resetModules();
      server.closeAllConnections();
      server.close();
    },
  };
}

const row = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  session_id: 'a3bb189e-8bf9-4c58-9f3e-0123456789ab',
  name: 'click',
  occurred_at: '2026-03-01T12:00:10.000Z',
  secao: 'hero',
  payload: {},
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
  lead_ref: null,
};

test('a batch that nobody answers is given up after fifteen seconds, and kept', async () => {
  using backend = await startSilentBackend();
  const { sendEvents } = await import('./events.ts');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const sent = sendEvents([row]);
    await backend.asked;
    vi.advanceTimersByTime(15_000);
    expect(await sent).toBe(false);
  } finally {
    vi.useRealTimers();
  }
}, 5_000);
