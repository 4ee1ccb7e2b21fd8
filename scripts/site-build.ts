import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DAY_MS } from '@funil/contract/durations';
import {
  clearPublishFailure,
  readPublishFailure,
  writePublishFailure,
} from '../server/src/site/publish-failure.ts';
import { type BuildOutcome, buildPart, hashFiles, root } from './build-part.ts';
import { runBuilder } from './run-builder.ts';

const folder = join(root, 'site');
const dist = join(folder, 'dist');
const ASTRO = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
const CHECK = join(root, 'content', 'load', 'check.ts');

export const hasSite = () => existsSync(join(dist, 'index.html'));

/** Builds the site unless its inputs are unchanged; a running server serves it from then on. Keeps a failure's reason. */
export async function buildSite(): Promise<BuildOutcome> {
  const outcome = await buildPart({ folder, name: 'a página', hashInputs, build });
  if (!outcome.ok) {
    writePublishFailure(dist, { at: new Date().toISOString(), reason: outcome.reason });
  } else if (readPublishFailure(dist)) {
    // The change that failed was taken back.
    clearPublishFailure(dist);
  }
  return outcome;
}

/** A fingerprint of all that the built site depends on, the public settings included. */
function hashInputs(): string {
  const content = process.env.CONTENT_DIR || 'content';
  const hash = hashFiles([content, 'brand', 'contract/src', 'site', 'package-lock.json']);
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('PUBLIC_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

/** Builds into `next`, beside the site in place. Returns why it may not be published, or null. */
async function build(next: string): Promise<string | null> {
  const { CONTENT_DIR } = process.env;
  const run = (file: string, ...args: string[]) =>
    runBuilder(file, args, {
      cwd: folder,
      env: {
        // The builder works in another folder: a relative path would mean another place there.
        ...(CONTENT_DIR && { CONTENT_DIR: resolve(root, CONTENT_DIR) }),
        ASTRO_TELEMETRY_DISABLED: '1',
      },
      what: 'A geração da página',
    });
  const failure =
    findPathProblem(root) ??
    // Explains what is wrong with the content, without the builder's words around it.
    (await run(CHECK)) ??
    (await run(ASTRO, 'build', '--outDir', next));
  if (failure !== null) return failure;
  const faults = findMissingFiles(next);
  if (faults.length > 0) return faults.join('\n');
  copyPreviousAssets(dist, next, new Date());
  return null;
}

/**
 * Returns why the page cannot be built in a folder, or null. Vite and Astro read paths as URLs, where these characters
 * have a meaning.
 */
export function findPathProblem(path: string): string | null {
  const [letter] = /[#%?*]/.exec(path) ?? [];
  return letter === undefined
    ? null
    : `O caminho da pasta, ${path}, tem “${letter}”, e a ferramenta que constrói a página ` +
        'não o entende: mude o nome da pasta para um sem #, %, ? e * e repita o comando.';
}

const PAGES = ['index.html', '404.html', '500.html'];
const ASSET = /\/_astro\/[\w.~%-]+/g;

/** Returns what is missing in a built site, a sentence each. */
export function findMissingFiles(site: string): string[] {
  const hasContent = (file: string) => existsSync(file) && readFileSync(file).length > 0;
  const missing = [...PAGES, 'site.json']
    .filter((name) => !hasContent(join(site, name)))
    .map((name) => `${name} não foi gerado.`);
  if (missing.length > 0) return missing;
  const named = PAGES.flatMap((page) => readFileSync(join(site, page), 'utf8').match(ASSET) ?? []);
  return [...new Set(named)]
    .filter((path) => !hasContent(join(site, decodeURIComponent(path))))
    .map((path) => `A página usa ${path}, que não foi gerado.`);
}

/** Code and fonts, which an open page fetches late; not pictures, which may be gone for a reason. */
const KEPT_ASSET = /\.(js|css|woff2)(\.br|\.gz)?$/;
/** By file: when its page was replaced, ISO time. */
const KEPT_RECORD = '.kept-assets.json';

/**
 * Copies into the next site, for a day, the code that only the present one names: a visitor who loaded the page just
 * before a publication still gets the form's script.
 */
export function copyPreviousAssets(present: string, next: string, now: Date): void {
  const assets = join(present, '_astro');
  if (!existsSync(assets)) return;
  const recordFile = join(present, KEPT_RECORD);
  const earlier: Record<string, string> = existsSync(recordFile)
    ? JSON.parse(readFileSync(recordFile, 'utf8'))
    : {};
  const record: Record<string, string> = {};
  for (const name of readdirSync(assets)) {
    const replacedAt = earlier[name] ?? now.toISOString();
    const isOver = now.getTime() - Date.parse(replacedAt) > DAY_MS;
    if (isOver || !KEPT_ASSET.test(name) || existsSync(join(next, '_astro', name))) continue;
    cpSync(join(assets, name), join(next, '_astro', name));
    record[name] = replacedAt;
  }
  writeFileSync(join(next, KEPT_RECORD), JSON.stringify(record));
}
