import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  clearPublishFailure,
  readPublishFailure,
  writePublishFailure,
} from '../server/src/site/publish-failure.ts';
import { keepAssets } from './kept-assets.ts';
import { takeLock } from './launch/lock.mjs';
import { refuseOddPath } from './odd-path.ts';
import { runBuilder } from './run-builder.ts';
import { findFaults } from './site-check.ts';
import { hashInputs } from './site-inputs.ts';
import { makeNext, recover, swapSite } from './site-swap.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'site', 'dist');
/** Beside `dist`, so that a folder moves from one to the other in one step. */
const workshop = join(root, 'site', '.build');
const STAMP = '.inputs-sha256';

/** The outcome of a build; a failed one has left the site before in place, when there was one. */
export type BuildOutcome =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly reason: string; readonly hasSite: boolean };

/** The builder works in another folder: a relative path would mean another place there. */
const contentFolder = ({ CONTENT_DIR } = process.env): Record<string, string> =>
  CONTENT_DIR ? { CONTENT_DIR: resolve(root, CONTENT_DIR) } : {};

/** Runs one of the build's programs; the reason when it fails, in its own words. */
const run = (file: string, ...args: string[]): Promise<string | null> =>
  runBuilder(file, args, {
    cwd: join(root, 'site'),
    env: { ...contentFolder(), ASTRO_TELEMETRY_DISABLED: '1' },
    what: 'A geração da página',
  });

/** Builds beside the site in place and checks the result; the reason when it may not take its place. */
async function buildBeside(next: string): Promise<string | null> {
  const refusal = refuseOddPath(root);
  if (refusal !== null) return refusal;
  // Says what is wrong with the content, and nothing else: without the builder's own words around it.
  const unfit = await run(join(root, 'content', 'load', 'check.ts'));
  if (unfit !== null) return unfit;
  const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const failure = await run(astro, 'build', '--outDir', next);
  if (failure !== null) return failure;
  const faults = findFaults(next);
  return faults.length > 0 ? faults.join('\n') : null;
}

const isCurrent = (hash: string) =>
  existsSync(join(dist, STAMP)) && readFileSync(join(dist, STAMP), 'utf8') === hash;

/** Waits while another process builds here: two at once need twice the memory. */
const lockWorkshop = () =>
  takeLock(join(workshop, 'lock'), () =>
    process.stderr.write('Outro comando gera a página agora: espero que ele termine…\n'),
  );

/**
 * Builds the site unless nothing it depends on has changed. It is built beside the one in place and
 * takes that one's place when it is whole: a running server serves it from then on.
 */
export async function buildSite(): Promise<BuildOutcome> {
  // Nothing is written then, not even a lock: the folder may be another user's.
  if (isCurrent(hashInputs()) && !readPublishFailure(dist)) return { ok: true, isNew: false };
  const release = await lockWorkshop();
  try {
    return await buildSiteAlone();
  } finally {
    release();
  }
}

async function buildSiteAlone(): Promise<BuildOutcome> {
  recover(workshop, dist);
  const hash = hashInputs();
  if (isCurrent(hash)) {
    // A change that failed was taken back.
    if (readPublishFailure(dist)) clearPublishFailure(dist);
    return { ok: true, isNew: false };
  }
  process.stderr.write('Gerando a página…\n');
  const next = makeNext(workshop);
  const reason = await buildBeside(next);
  if (reason !== null) {
    writePublishFailure(dist, { at: new Date().toISOString(), reason });
    return { ok: false, reason, hasSite: existsSync(join(dist, 'index.html')) };
  }
  writeFileSync(join(next, STAMP), hash);
  keepAssets(dist, next, new Date());
  swapSite(workshop, next, dist);
  return { ok: true, isNew: true };
}
