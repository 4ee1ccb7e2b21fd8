import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

async function startServer(answer: RequestListener) {
  const server = createServer(answer);
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

/** Starts a proxy that forwards to a server, but closes the connections that request scripts. */
export const startRefusingScripts = (target: string) =>
  startServer((incoming, outgoing) => {
    if (/\.js(\?|$)/.test(incoming.url ?? '')) return incoming.socket.destroy();
    const { method, headers, url } = incoming;
    const forwarded = request(target + url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    return incoming.pipe(forwarded);
  });

const REFUSAL = `<script>Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('refused', 'SecurityError'); },
});</script>`;

/** Starts a proxy that forwards to a server, and takes the storage from its page, as some browsers do. */
export const startRefusingStorage = (target: string) =>
  startServer((incoming, outgoing) => {
    const { method, url } = incoming;
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const forwarded = request(target + url, { method, headers }, async (response) => {
      // The policy would refuse the added script.
      const { 'content-security-policy': _, 'content-length': __, ...sent } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, sent);
      const body = await buffer(response);
      const isPage = sent['content-type']?.startsWith('text/html');
      outgoing.end(isPage ? String(body).replace('<head>', `<head>${REFUSAL}`) : body);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
