import { expect, test } from 'vitest';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { sendTestEvent } from './conversions.ts';
import { createGa4Receiver } from './ga4/receiver.ts';
import { createMetaReceiver } from './meta/receiver.ts';

const PAGE = { id: '1234567890123', url: 'https://escola.test' };

const receiversAt = (apiUrl: string) => [
  createMetaReceiver({ apiUrl, token: 'EAAB+segredo', testEventCode: null }),
  createGa4Receiver({ apiUrl, apiSecret: 'EAAB+segredo' }),
];

test('hides a token that Meta or a proxy repeats in its error', async () => {
  await using receiver = await startReceiver((response, { path }) => {
    const message = 'Malformed access token EAAB+segredo';
    response.writeHead(400).end(JSON.stringify({ error: { code: 190, message, path } }));
  });
  for (const conversionReceiver of receiversAt(receiver.address)) {
    const { response } = await sendTestEvent(conversionReceiver, PAGE, Date.now());
    expect(response).toContain('Malformed access token …"');
    expect(response).not.toContain('segredo');
  }
});

test('names the error when the answer to a test event breaks off after its status', async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('GIF89a', () => response.destroy());
  });
  for (const conversionReceiver of receiversAt(receiver.address)) {
    const outcome = await sendTestEvent(conversionReceiver, PAGE, Date.now());
    expect(outcome).toEqual({ result: 'failed', status: null, response: 'UND_ERR_SOCKET' });
  }
});
