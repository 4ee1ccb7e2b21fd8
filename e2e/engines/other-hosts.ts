import { once } from 'node:events';
import { createServer } from 'node:http';
import { within } from '../../testkit/within.ts';
import { PATIENCE } from './engine.ts';

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
  await within(PATIENCE, 'the proxy listens', once(server, 'listening'));
  const { port } = server.address() as { port: number };
  return {
    port,
    /** Hosts asked for so far, each as often as it was. */
    asked: asked as readonly string[],
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
