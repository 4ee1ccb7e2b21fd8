import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The sender's port, which identifies the connection. */
  readonly port: number;
}

type Respond = (response: ServerResponse, request: Received) => void;

/** Starts a server that records requests and answers with a function; default: 204. */
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
      for (const resolve of waiting.splice(0)) resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    received,
    /** Replaces the answering function. */
    respond(other: Respond) {
      answer = other;
    },
    /** Returns all requests once a number of them was received. */
    async wait(count: number): Promise<readonly Received[]> {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
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
