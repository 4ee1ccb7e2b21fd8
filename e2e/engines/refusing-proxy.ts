import { once } from 'node:events';
import { createServer } from 'node:http';

/** Starts a proxy that closes every connection, so that no page reaches another host. */
export async function startRefusingProxy() {
  const server = createServer(({ socket }) => socket.destroy());
  // After a 502, WebKit would not show its error page at the requested address.
  server.on('connect', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
