import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawConnection extends AsyncDisposable {
  readonly socket: Socket;
  /** What the server has answered so far. */
  readonly answer: () => string;
  /** Writes bytes; resolves once the kernel has taken them, or the connection is gone. */
  send(bytes: string | Buffer): Promise<void>;
  readonly closed: Promise<void>;
}

/** A connection that sends exactly the bytes it is given. */
export async function connectRaw(address: string): Promise<RawConnection> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([once(socket, 'connect'), closed]);
  return {
    socket,
    closed,
    answer: () => answer,
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
