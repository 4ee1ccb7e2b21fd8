import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
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
  expect(outcome.response).toMatch(/ x{1024}$/);
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
  expect(await sender.send()).toMatchObject({ result: 'failed', status: 101 });
  await closed.promise;
});

/** Starts a TCP server, which may break the rules of HTTP. */
async function startRaw(onConnection: Parameters<typeof createServer>[1]) {
  const server = createServer(onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.dispose]: () => void server.close() };
}

test('fails after the timeout when the receiver trickles headers', async () => {
  using raw = await startRaw((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x-a: b\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  using sender = startSender({ url: `http://127.0.0.1:${raw.port}`, timeoutMs: 200 });
  const response =
    'Não houve resposta em 15 segundos. Confira o endereço; se está certo, fale com quem cuida do outro sistema.';
  expect(await sender.send()).toEqual({ result: 'failed', status: null, response });
});

test('counts as delivered when the receiver answers 200 and trickles its body', async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  // Enough for the status on a slow machine; the body never ends.
  using sender = startSender({ url: receiver.address, timeoutMs: 3_000 });
  expect(await sender.send()).toMatchObject({
    result: 'delivered',
    status: 200,
    response: expect.stringMatching(/^\.+$/),
  });
});

test('aborts attempts when the server stops', async () => {
  await using receiver = await startReceiver(() => {});
  using sender = startSender({ url: receiver.address });
  const stop = new AbortController();
  const sending = sender.send(makeDelivery(), stop.signal);
  await receiver.wait(1);
  stop.abort();
  expect(await sending).toMatchObject({ result: 'failed', status: null });
  expect(await sender.send(makeDelivery(), stop.signal)).toMatchObject({ status: null });
});

test('explains a failed connection in a sentence', async () => {
  using closing = await startRaw((socket) => socket.destroy());
  using babbling = await startRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
  const answerOf = async (url: string) => {
    using sender = startSender({ url });
    return (await sender.send()).response;
  };
  expect(await answerOf(`http://127.0.0.1:${closing.port}`)).toBe(
    'A outra ponta cortou a conexão sem responder (ECONNRESET). Confira o endereço; se está certo, fale com quem cuida do outro sistema.',
  );
  expect(await answerOf(`http://127.0.0.1:${babbling.port}`)).toMatch(
    /^A resposta não é HTTP \(HPE_/,
  );
  expect(await answerOf('http://127.0.0.1:1')).toContain(
    'Ninguém atende nesse endereço e porta (ECONNREFUSED). Confira o endereço',
  );
  expect(await answerOf(`https://127.0.0.1:${babbling.port}`)).toMatch(
    /^A outra ponta não fala TLS: confira https:\/\/ e a porta \(E\w+\)\.$/,
  );
});

test('does not trust a self-signed certificate', async () => {
  const smtp = new SMTPServer({ secure: true, logger: false });
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  using sender = startSender({ url: `https://127.0.0.1:${port}` });
  expect(await sender.send()).toMatchObject({
    result: 'failed',
    status: null,
    response: expect.stringMatching(/^O certificado TLS /),
  });
  await new Promise<void>((resolve) => smtp.close(resolve));
});

test('sends nothing to a private address unless configured', async () => {
  await using receiver = await startReceiver();
  using sender = startSender({ url: receiver.address, allowPrivate: false });
  expect(await sender.send()).toEqual({
    result: 'failed',
    status: null,
    response:
      'O endereço leva a 127.0.0.1, que não é da internet pública: quem cuida do servidor pode permitir.',
  });
  expect(receiver.received).toEqual([]);
});

test('resolves a name again for each attempt', async () => {
  await using receiver = await startReceiver();
  // The first address is public, and assigned to no host.
  const answers = ['2fff:ffff::1', '127.0.0.1'];
  const resolved: string[] = [];
  using sender = startSender({
    url: `http://exemplo.test:${receiver.port}`,
    allowPrivate: false,
    resolve: async (name) => {
      resolved.push(name);
      const address = answers.shift() ?? '';
      return [{ address, family: address.includes(':') ? 6 : 4 }];
    },
  });
  expect((await sender.send()).response).not.toContain('internet pública');
  expect(await sender.send()).toMatchObject({
    result: 'failed',
    response: expect.stringContaining('O endereço leva a 127.0.0.1'),
  });
  expect(resolved).toEqual(['exemplo.test', 'exemplo.test']);
  expect(receiver.received).toEqual([]);
});
