import { once } from 'node:events';
import { createServer } from 'node:http';

/** Starts a proxy that records the requested hosts and closes every connection. */
export async function startRefusingProxy() {
  const hosts: string[] = [];
  const server = createServer(({ url, socket }) => {
    hosts.push(new URL(url ?? '/', 'http://unknown').hostname);
    socket.destroy();
  });
  // The connection is closed, and not answered with 502, so that WebKit shows an error page at the requested address.
  server.on('connect', ({ url }, socket) => {
    hosts.push(url?.split(':')[0] ?? '');
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    /** Returns a function that reads the hosts requested from now on. */
    record() {
      const start = hosts.length;
      return () => hosts.slice(start);
    },
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
