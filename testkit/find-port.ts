import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that a system assigns by itself: Linux begins at 32,768. */
const [FIRST, LAST] = [10_000, 32_000];

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns a free port that the system assigns to no other program meanwhile. */
export async function findPort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  return (await isFree(port)) ? port : findPort();
}
