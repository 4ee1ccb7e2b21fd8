import { expect, onTestFinished, test, vi } from 'vitest';
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

test('limits the time until a file begins, not the time of the file', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const hang = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  vi.stubGlobal('fetch', hang);
  const unanswered = readFile('GET report.csv', { query: {} });
  const refusal = expect(unanswered).rejects.toThrow('Sem conexão com o servidor.');
  await vi.advanceTimersByTimeAsync(60_000);
  await refusal;

  let fileSignal: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    fileSignal = signal;
    return new Response('nome');
  });
  expect(await (await readFile('GET report.csv', { query: {} })).text()).toBe('nome');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fileSignal?.aborted).toBe(false);
});
