import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** Forwards to a server, but answers 503 to the first request of each matching script. */
export async function startScriptRefusingProxy(target: string, scripts: RegExp) {
  const refused = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    if (scripts.test(url) && !refused.has(url)) {
      refused.add(url);
      return outgoing.writeHead(503).end();
    }
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
