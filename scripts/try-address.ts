import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 200;

export interface ListenAddress {
  readonly host: string;
  /** With 0, the system chooses the port. */
  readonly port: number;
}

/** Opens the address and closes it again. Returns the port; throws the error of `listen`. */
export async function tryAddress({ host, port }: ListenAddress): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : port;
}

/** Waits while another program has the port, such as the previous server, which may take 9 s to stop. */
export async function waitForAddress(
  address: ListenAddress,
  onWait: () => void,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const isInUse = () =>
    tryAddress(address).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE' && Date.now() < deadline) return true;
        throw error;
      },
    );
  if (!(await isInUse())) return;
  onWait();
  while (await isInUse()) await wait(POLL_INTERVAL_MS);
}
