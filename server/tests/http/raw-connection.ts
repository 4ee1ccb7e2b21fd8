import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawConnection extends AsyncDisposable {
  readonly socket: Socket;
  /** Returns the bytes that the server has sent so far. */
  readonly response: () => string;
  /** Resolves when the kernel has accepted the bytes, or the connection is closed. */
  send(bytes: string | Buffer): Promise<void>;
  readonly closed: Promise<void>;
}

export async function connectRaw(address: string): Promise<RawConnection> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.setEncoding('latin1').on('data', (data) => {
    response += data;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), closed]);
  return {
    socket,
    closed,
    response: () => response,
    send: (bytes) =>
      socket.destroyed
        ? closed
        : new Promise((resolve) => void socket.write(bytes, () => resolve())),
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await closed;
    },
  };
}
