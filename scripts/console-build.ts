import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './build-inputs.ts';
import { takeLock } from './launch/lock.mjs';
import { runBuilder } from './run-builder.ts';
import { makeNext, recover, swapSite } from './site-swap.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'console');
const dist = join(folder, 'dist');
const workshop = join(folder, '.build');
const STAMP = '.inputs-sha256';

const hashInputs = () =>
  hashFiles(['brand', 'contract/src', 'console', 'package-lock.json']).digest('hex');

const isCurrent = (hash: string) =>
  existsSync(join(dist, STAMP)) && readFileSync(join(dist, STAMP), 'utf8') === hash;

/**
 * Builds the console unless nothing it depends on has changed; one that fails leaves the one before.
 * @returns why it could not be built, or null
 */
export async function buildConsole(): Promise<string | null> {
  if (isCurrent(hashInputs())) return null;
  const release = await takeLock(join(workshop, 'lock'), () =>
    process.stderr.write('Outro comando gera o console agora: espero que ele termine…\n'),
  );
  try {
    return await buildAlone();
  } finally {
    release();
  }
}

async function buildAlone(): Promise<string | null> {
  recover(workshop, dist);
  const hash = hashInputs();
  if (isCurrent(hash)) return null;
  process.stderr.write('Gerando o console…\n');
  const next = makeNext(workshop);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const failure = await runBuilder(vite, ['build', '--outDir', next, '--emptyOutDir'], {
    cwd: folder,
    what: 'A geração do console',
  });
  if (failure !== null) return failure;
  writeFileSync(join(next, STAMP), hash);
  swapSite(workshop, next, dist);
  return null;
}
