import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../testkit/start-receiver.ts';
import { FORMER_SECRET, headersOf, makeDelivery, SECRET, startSender } from './webhook-sender.ts';

test('sends a delivery with its id, signed with the secret', async () => {
  await using receiver = await startReceiver();
  using sender = startSender({ url: `${receiver.address}/gancho?lista=1` });
  const delivery = makeDelivery({ id: '5a64b4d2-9f0c-4f0a-9c5e-0d5a2ad0a001' });
  expect(await sender.send(delivery)).toEqual({ result: 'delivered', status: 204, response: '' });
  const [request] = await receiver.wait(1);
  expect(request).toMatchObject({
    method: 'POST',
    path: '/gancho?lista=1',
    headers: {
      'content-type': 'application/json',
      'webhook-id': '5a64b4d2-9f0c-4f0a-9c5e-0d5a2ad0a001',
    },
  });
  const { body = '', headers = {} } = request ?? {};
  expect(new Webhook(SECRET).verify(body, headersOf(headers))).toEqual({
    type: 'lead.created',
    timestamp: '2026-03-01T12:00:00.000Z',
    data: { version: 1, nome: 'Ana “Teste” 😀' },
  });
  expect(() => new Webhook(FORMER_SECRET).verify(body, headersOf(headers))).toThrow();
});

test('signs with both secrets during a rotation, and then with the new one only', async () => {
  await using receiver = await startReceiver();
  const previous = { secret: FORMER_SECRET, until: '2026-03-02T12:00:00.000Z' };
  let now = Date.parse('2026-03-02T11:59:59.000Z');
  const secrets = { secret: SECRET, previous };
  using sender = startSender({ url: receiver.address, secrets, now: () => now });
  await sender.send();
  now = Date.parse('2026-03-02T12:00:00.000Z');
  await sender.send();
  const [during, after] = await receiver.wait(2);
  const signed = (request: typeof during) => {
    const { 'webhook-id': id = '', 'webhook-signature': signatures = '' } = headersOf(
      request?.headers ?? {},
    );
    const at = new Date(Number(request?.headers['webhook-timestamp']) * 1_000);
    const isBy = (secret: string) =>
      signatures.split(' ').includes(new Webhook(secret).sign(id, at, request?.body ?? ''));
    return { current: isBy(SECRET), former: isBy(FORMER_SECRET) };
  };
  expect(signed(during)).toEqual({ current: true, former: true });
  expect(signed(after)).toEqual({ current: true, former: false });
});

test('reads only the beginning of an answer', async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(500);
    const more = () => {
      if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more));
    };
    more();
  });
  using sender = startSender({ url: receiver.address });
  const outcome = await sender.send();
  expect(outcome).toMatchObject({ result: 'failed', status: 500 });
  expect(outcome.response).toBe('x'.repeat(1_024));
});

test('reuses connections, and replaces one that the receiver closed', async () => {
  await using receiver = await startReceiver((response) => response.end('ok'));
  using sender = startSender({ url: receiver.address });
  await sender.send();
  await sender.send();
  const [first, second] = await receiver.wait(2);
  expect(second?.port).toBe(first?.port);
  receiver.respond((response, request) => {
    if (request.port === first?.port) response.destroy();
    else response.end('ok');
  });
  expect(await sender.send()).toMatchObject({ result: 'delivered' });
});

test('fails and closes the connection when the receiver switches protocols', async () => {
  const closed = Promise.withResolvers<void>();
  await using receiver = await startReceiver((response) => {
    response.socket?.once('close', () => closed.resolve());
    response.socket?.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  });
  using sender = startSender({ url: receiver.address });
  expect(await sender.send()).toEqual({ result: 'failed', status: 101, response: '' });
  await closed.promise;
});
