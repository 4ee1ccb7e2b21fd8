import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The bytes as text. */
  readonly body: string;
  readonly port: number;
}

/** Returns the members of a JSON object; none for any other text. */
export function readFields(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

/** Starts an HTTP server that records requests and answers with `respond`, by default 204. */
export async function startReceiver(
  respond: Respond = (response) => response.writeHead(204).end(),
) {
  const received: ReceivedRequest[] = [];
  const waiters: (() => void)[] = [];
  let currentRespond = respond;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers, socket } = request;
      const bytes = Buffer.concat(chunks);
      const body = bytes.toString();
      const recorded = { method, path, headers, bytes, body, port: socket.remotePort ?? 0 };
      received.push(recorded);
      currentRespond(response, recorded);
      for (const resolve of waiters.splice(0)) resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    received,
    respond(next: Respond) {
      currentRespond = next;
    },
    /** Waits for `count` requests and returns all of them. */
    async wait(count: number): Promise<readonly ReceivedRequest[]> {
      while (received.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
      return received;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
