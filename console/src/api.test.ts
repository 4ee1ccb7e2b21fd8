import { expect, test, vi } from 'vitest';
import { call, explain, readFile } from './api.ts';

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

test('saves no web page of a proxy as a file', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  vi.stubGlobal('fetch', async () => new Response('<html>Wi-Fi</html>', { headers }));
  const file = readFile('GET report.csv', { query: {} });
  await expect(file).rejects.toThrow('O servidor não conseguiu responder.');
});
