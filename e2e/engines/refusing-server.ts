import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** Starts a proxy that forwards to a server, but closes the connections that request scripts. */
export async function startRefusingScripts(target: string) {
  const server = createServer((incoming, outgoing) => {
    if (/\.js(\?|$)/.test(incoming.url ?? '')) return incoming.socket.destroy();
    const { method, headers, url } = incoming;
    const forwarded = request(target + url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    return incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
