import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Starts a proxy that forwards to a server, but answers 503 to requests of scripts that fail.
 * @param fails gets a script's address, and how often it was requested before
 */
export async function startRefusingScripts(
  target: string,
  fails: (url: string, earlierRequests: number) => boolean,
) {
  const requests = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    if (/\.js(\?|$)/.test(url)) {
      const earlierRequests = requests.get(url) ?? 0;
      requests.set(url, earlierRequests + 1);
      if (fails(url, earlierRequests)) return outgoing.writeHead(503).end();
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
