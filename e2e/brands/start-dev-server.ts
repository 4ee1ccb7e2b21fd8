import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../../testkit/find-port.ts';
import { type BrandName, makeBrand } from './make-brand.ts';

const root = join(import.meta.dirname, '../..');
const POLL_INTERVAL_MS = 250;

/** Starts `npm run dev` with a brand's content, until it goes out of scope. */
export async function startDevServer(name: BrandName) {
  const folder = await makeBrand(name);
  const port = String(await findPort());
  const child = spawn(process.execPath, [join(root, 'scripts/dev.ts')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: port, CONTENT_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}/`;
  const isAnswering = () =>
    fetch(url)
      .then(() => true)
      .catch(() => false);
  while (!(await isAnswering())) {
    if (child.exitCode !== null) throw new Error(`npm run dev ended. ${errors}`);
    await wait(POLL_INTERVAL_MS);
  }
  return {
    url,
    /** Replaces a text. @returns the number of its line */
    edit: (file: string, from: string, to: string): number => {
      const path = join(folder, file);
      const [before = '', ...after] = readFileSync(path, 'utf8').split(from);
      writeFileSync(path, [before, after.join(from)].join(to));
      return before.split('\n').length;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(join(folder, '..'), { recursive: true });
    },
  };
}
