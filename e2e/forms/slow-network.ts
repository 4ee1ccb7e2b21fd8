import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Starts a proxy that delays every packet. Closing a connection loses the delayed ones. */
export async function openSlowNetwork(url: string, delay: number) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Nothing to do on an error, because `close` follows.
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    let isClosed = false;
    client.on('close', () => {
      isClosed = true;
      upstream.destroy();
    });
    client.on('data', (data) => setTimeout(() => isClosed || upstream.write(data), delay));
    upstream.on('data', (data) => client.write(data));
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
