import { once } from 'node:events';
import { createServer } from 'node:http';

/** A proxy that leads nowhere: it notes the hosts asked for, and hangs up. */
export async function refuseOtherHosts() {
  const asked: string[] = [];
  const server = createServer(({ url, socket }) => {
    asked.push(new URL(url ?? '/', 'http://unknown').hostname);
    socket.destroy();
  });
  // Hung up rather than answered 502: WebKit then shows an error page at the address it was led to.
  server.on('connect', ({ url }, socket) => {
    asked.push(url?.split(':')[0] ?? '');
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    /** Reads the hosts asked for from now on. */
    follow() {
      const from = asked.length;
      return () => asked.slice(from);
    },
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
