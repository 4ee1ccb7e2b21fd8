import type { Hash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { finishInterruptedContentWrite } from '@funil/content/edit/content-copy';
import { DAY_MS } from '@funil/contract/durations';
import { ContentError, type ContentProblem } from '../content/load/content-error.ts';
import { resolveContentFolder } from '../server/src/config/content-folder.ts';
import {
  clearPublishFailure,
  readPublishFailure,
  writePublishFailure,
} from '../server/src/site/publish-failure.ts';
import { explainUnusableSiteFolder } from '../server/src/site/site-info.ts';
import {
  type BuildFailure,
  type BuildOutcome,
  buildPart,
  explainUnwritableFolder,
  hashFiles,
  isBuiltFrom,
  root,
} from './build-part.ts';
import { type OnStart, runAndReadFailure } from './run-builder.ts';

const SITE_SOURCE_FOLDER = join(root, 'site');
/** The folder of the build if `SITE_DIR` is not set. A container's image contains a build in this folder. */
const defaultDist = join(SITE_SOURCE_FOLDER, 'dist');
const servedSiteFolder = () => process.env.SITE_DIR?.trim() || defaultDist;
const ASTRO_SCRIPT = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
const CONTENT_CHECK_SCRIPT = join(root, 'content', 'load', 'check.ts');

export const hasSite = () => existsSync(join(servedSiteFolder(), 'index.html'));

export async function buildSite(): Promise<BuildOutcome> {
  try {
    finishInterruptedContentWrite(resolveContentFolder(process.env));
  } catch (error) {
    return explainUnwritableFolder(error);
  }
  const dist = servedSiteFolder();
  const refusal = explainUnusableSiteFolder(dist);
  if (refusal) return { ok: false, reason: refusal.join(' ') };
  const outcome = await buildPart({
    folder: SITE_SOURCE_FOLDER,
    dist,
    name: 'a página',
    hashInputs,
    build: prepareSiteBuild,
  });
  if (!outcome.ok) {
    // Without a site no failure is recorded, because the next build would refuse a folder with a record but no site.
    if (!hasSite()) return outcome;
    writePublishFailure(dist, { at: new Date().toISOString(), reason: outcome.reason });
  } else if (readPublishFailure(dist)) {
    // The served site has the current inputs, so an earlier failure no longer matters.
    clearPublishFailure(dist);
  }
  return outcome;
}

/** `hashContent` hashes the YAML files separately, because they may be in another folder. */
const CONTENT_CODE = ['content/load', 'content/schema'];

/** The path of the content's folder is no input, so that a copy of the folder has the same hash. */
function hashInputs(): string {
  const hash = hashFiles([...CONTENT_CODE, 'brand', 'contract/src', 'site', 'package-lock.json']);
  hashContent(hash, resolveContentFolder(process.env));
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('PUBLIC_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

function hashContent(hash: Hash, contentFolder: string): void {
  const names = ['', 'images', 'fonts'].flatMap((part) =>
    existsSync(join(contentFolder, part))
      ? readdirSync(join(contentFolder, part)).map((name) => join(part, name))
      : [],
  );
  const isContentInput = (name: string) => name.endsWith('.yaml') || name.includes(sep);
  for (const name of names.filter(isContentInput).sort()) {
    hash.update(`${name}\0`).update(readFileSync(join(contentFolder, name)));
  }
}

/** Copies the default folder's build if it is current, else builds. Adds the previous assets of the served site. */
async function prepareSiteBuild(
  outputFolder: string,
  onStart: OnStart,
): Promise<BuildFailure | null> {
  if (isBuiltFrom(defaultDist, hashInputs())) await copyBuild(defaultDist, outputFolder);
  else {
    const failure = await buildPage(outputFolder, onStart);
    if (failure !== null) return failure;
  }
  copyPreviousAssets(servedSiteFolder(), outputFolder, new Date());
  return null;
}

/** Node's `cpSync` reports a full disk as EIO. */
const copyBuild = (from: string, to: string) => cp(from, to, { recursive: true });

/** Astro renames its output from `site/.astro`, so this folder is on the same file system. */
const astroOutput = join(SITE_SOURCE_FOLDER, '.astro', 'output');

async function buildPage(outputFolder: string, onStart: OnStart): Promise<BuildFailure | null> {
  const output = servedSiteFolder() === defaultDist ? outputFolder : astroOutput;
  const readFailureInSiteFolder = (file: string, ...args: string[]) =>
    runAndReadFailure(file, args, {
      cwd: SITE_SOURCE_FOLDER,
      onStart,
      env: {
        // The builder runs in another folder.
        CONTENT_DIR: resolveContentFolder(process.env),
        ASTRO_TELEMETRY_DISABLED: '1',
      },
      name: 'A geração da página',
    });
  const pathProblem = findPathProblem(root);
  if (pathProblem !== null) return { reason: pathProblem };
  // The content is checked first, so that its errors are reported without Astro's output.
  const checkFailure = await readFailureInSiteFolder(CONTENT_CHECK_SCRIPT, '--json');
  if (checkFailure !== null) return readProblems(checkFailure);
  const reason = await readFailureInSiteFolder(ASTRO_SCRIPT, 'build', '--outDir', output);
  if (reason !== null) return { reason };
  if (output !== outputFolder) {
    await copyBuild(output, outputFolder);
    rmSync(output, { recursive: true });
  }
  const missingFileTexts = describeMissingFiles(outputFolder);
  return missingFileTexts.length > 0 ? { reason: missingFileTexts.join('\n') } : null;
}

/** Returns the problems in the output of the content check. If the output is not JSON, returns it as the reason. */
function readProblems(output: string): BuildFailure {
  try {
    const problems: readonly ContentProblem[] = JSON.parse(output);
    return { reason: new ContentError(problems).message, problems };
  } catch {
    // The check ended without a result, for example for lack of memory.
    return { reason: output };
  }
}

/** Explains a character that Vite and Astro misread, because they treat paths as URLs. Null if the path has none. */
export function findPathProblem(path: string): string | null {
  const [character] = /[#%?*]/.exec(path) ?? [];
  return character === undefined
    ? null
    : `O caminho da pasta, ${path}, tem “${character}”, e a ferramenta que constrói a página ` +
        'não o entende: mude o nome da pasta para um sem #, %, ? e * e repita o comando.';
}

const REQUIRED_PAGES = ['index.html', '404.html', '500.html'];
const ASSET_ADDRESS = /\/_astro\/[\w.~%-]+/g;

export function describeMissingFiles(site: string): string[] {
  const hasContent = (file: string) => existsSync(file) && readFileSync(file).length > 0;
  const missingPageTexts = [...REQUIRED_PAGES, 'site.json']
    .filter((name) => !hasContent(join(site, name)))
    .map((name) => `${name} não foi gerado.`);
  if (missingPageTexts.length > 0) return missingPageTexts;
  const assets = REQUIRED_PAGES.flatMap(
    (page) => readFileSync(join(site, page), 'utf8').match(ASSET_ADDRESS) ?? [],
  );
  return [...new Set(assets)]
    .filter((path) => !hasContent(join(site, decodeURIComponent(path))))
    .map((path) => `A página usa ${path}, que não foi gerado.`);
}

/** Scripts, styles and fonts, which an open page may load late; a removed picture must not stay public. */
const LAZY_ASSET_NAME = /\.(js|css|woff2)(\.br|\.gz)?$/;
/** The JSON file that lists the copied assets, each with the ISO time at which the site that used it was replaced. */
const KEPT_ASSETS_FILE = '.kept-assets.json';

/** For a day, a page that was loaded before a publication can still load the form's script. */
export function copyPreviousAssets(servedFolder: string, outputFolder: string, now: Date): void {
  const assets = join(servedFolder, '_astro');
  if (!existsSync(assets)) return;
  const keptAssetsFile = join(servedFolder, KEPT_ASSETS_FILE);
  const previousReplacedAtByAsset: Record<string, string> = existsSync(keptAssetsFile)
    ? JSON.parse(readFileSync(keptAssetsFile, 'utf8'))
    : {};
  const replacedAtByAsset: Record<string, string> = {};
  for (const name of readdirSync(assets)) {
    const replacedAt = previousReplacedAtByAsset[name] ?? now.toISOString();
    const isExpired = now.getTime() - Date.parse(replacedAt) > DAY_MS;
    if (isExpired || !LAZY_ASSET_NAME.test(name) || existsSync(join(outputFolder, '_astro', name)))
      continue;
    cpSync(join(assets, name), join(outputFolder, '_astro', name));
    replacedAtByAsset[name] = replacedAt;
  }
  writeFileSync(join(outputFolder, KEPT_ASSETS_FILE), JSON.stringify(replacedAtByAsset));
}
