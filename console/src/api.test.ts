import { expect, test, vi } from 'vitest';
import { call, explain } from './api.ts';

vi.mock('./session/session.ts', () => ({ readToken: async () => 'token' }));

test.each([
  [413, /^É maior do que o proxy na frente do painel deixa passar\..*client_max_body_size/],
  [403, /^Um proxy ou firewall na frente do painel recusou o pedido\./],
  [502, /^O servidor não conseguiu responder\. Tente de novo em um minuto\.$/],
])('explains the page by which a proxy refuses a request with status %i', async (status, text) => {
  const page = '<html><head><title>nginx</title></head></html>';
  vi.stubGlobal('fetch', async () => new Response(page, { status }));
  const error = await call('GET context').catch((thrown: unknown) => thrown);
  expect(explain(error)).toMatch(text);
});
