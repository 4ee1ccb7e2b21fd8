import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy that forwards each request to the next replica, and answers 502 if the replica does not. */
export async function startRoundRobin(addresses: readonly string[]) {
  let requestCount = 0;
  const proxy = createServer((incoming, outgoing) => {
    const address = addresses[requestCount++ % addresses.length];
    const forwarded = request(
      `${address}${incoming.url}`,
      {
        method: incoming.method,
        headers: { ...incoming.headers, 'x-forwarded-for': incoming.headers['x-visitor'] ?? '' },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
