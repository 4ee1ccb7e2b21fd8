import { createServer, type RequestListener, type Server } from 'node:http';
import { Answer, type Connections } from './connections.ts';

/** How long a client may take, in ms; slow and half-open ones hold a connection no longer. */
export const TIMEOUTS = {
  /** Until a request's headers are there. */
  headers: 10_000,
  /** Until all of it is there: a phone with poor reception sends a few kilobytes. */
  request: 30_000,
  /** How often both are looked at. */
  interval: 1_000,
  /** With nothing moving on a connection whose answer is not read. */
  idle: 75_000,
};

/** How long, in ms, a connection waits for its next request: longer than proxies keep theirs. */
const KEEP_ALIVE = 72_000;

/** An HTTP server whose connections are bounded in number and time. */
export function createBoundedServer(
  handle: RequestListener,
  connections: Connections,
  timeouts: typeof TIMEOUTS,
): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.interval,
      keepAliveTimeout: KEEP_ALIVE,
      ServerResponse: Answer,
    },
    connections.bound(handle),
  );
  connections.watch(server, timeouts.idle);
  return server;
}
