import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../../testkit/find-port.ts';
import { type BrandName, makeBrand } from './make-brand.ts';

const root = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 250;

/** `npm run dev` on a brand's content; ended when it goes out of scope. */
export async function startWriting(name: BrandName) {
  const folder = await makeBrand(name);
  const port = String(await findPort());
  const child = spawn(process.execPath, [join(root, 'scripts/dev.ts')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: port, CONTENT_DIR: folder },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}/`;
  const answers = () =>
    fetch(url)
      .then(() => true)
      .catch(() => false);
  const limit = Date.now() + START_TIMEOUT_MS;
  while (!(await answers()) && Date.now() < limit) await wait(POLL_INTERVAL_MS);
  return {
    url,
    edit: (file: string, from: string, to: string): void => {
      const path = join(folder, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(join(folder, '..'), { recursive: true });
    },
  };
}
