import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const [MIN_PORT, MAX_PORT] = [10_000, 32_000];

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

export async function findPort(): Promise<number> {
  const port = randomInt(MIN_PORT, MAX_PORT);
  return (await isFree(port)) ? port : findPort();
}
