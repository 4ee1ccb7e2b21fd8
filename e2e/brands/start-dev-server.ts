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

/** Starts `npm run dev` with a brand's content, until it goes out of scope. */
export async function startDevServer(name: BrandName) {
  const folder = await makeBrand(name);
  const port = String(await findPort());
  const child = spawn(process.execPath, [join(root, 'scripts/dev.ts')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: port, CONTENT_DIR: folder },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}/`;
  const isAnswering = () =>
    fetch(url)
      .then(() => true)
      .catch(() => false);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isAnswering()) && Date.now() < deadline) await wait(POLL_INTERVAL_MS);
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
