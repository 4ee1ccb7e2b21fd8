import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that a system gives to whoever asks for any: Linux begins at 32,768. */
const [FIRST, LAST] = [10_000, 32_000];

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port that is free, and that nobody is given by chance until its server listens. */
export async function findPort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  return (await isFree(port)) ? port : findPort();
}
