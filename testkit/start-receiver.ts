import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Of which connection. */
  readonly port: number;
}

type Respond = (response: ServerResponse, request: Received) => void;

/** Somebody's own server, that keeps what it is sent and answers as it is told: 204 by default. */
export async function startReceiver(
  respond: Respond = (response) => response.writeHead(204).end(),
) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  let answer = respond;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers, socket } = request;
      const body = Buffer.concat(chunks).toString();
      const one = { method, path, headers, body, port: socket.remotePort ?? 0 };
      received.push(one);
      answer(response, one);
      for (const tell of waiting.splice(0)) tell();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    received,
    /** Answers otherwise from now on. */
    respond(other: Respond) {
      answer = other;
    },
    /** Once so many have come, all of them. */
    async wait(count: number): Promise<readonly Received[]> {
      while (received.length < count) await new Promise<void>((tell) => waiting.push(tell));
      return received;
    },
    /** Ends every connection, as a restart does. */
    disconnect: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
