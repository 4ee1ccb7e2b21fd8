import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SITE_FACTS_FILE } from '@funil/contract/site-facts';
import type { AstroIntegration } from 'astro';
import { calmScripts } from './calm-scripts.ts';
import { compress, isCompressible } from './compress.ts';
import {
  type Allowed,
  buildPolicy,
  hashInlineScripts,
  renderHeadersFile,
} from './security-headers.ts';
import { type ContentFacts, renderSiteFacts } from './site-facts.ts';
import { tidyHtml } from './tidy-html.ts';

const PAGES = ['index.html', '404.html', '500.html'];

function changePage(file: string, change: (html: string) => string): string {
  const html = change(readFileSync(file, 'utf8'));
  writeFileSync(file, html);
  return html;
}

/** Writes a `.br` and a `.gz` beside every text file, so that no request waits for a compressor. */
function compressFiles(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter(isCompressible)) {
    const file = join(folder, name);
    const { brotli, gzip } = compress(name, readFileSync(file));
    writeFileSync(`${file}.br`, brotli);
    writeFileSync(`${file}.gz`, gzip);
  }
}

/**
 * All that is done to the pages once Astro has written them. The order matters: scripts are hashed
 * as they end up, and what is compressed does not change any more.
 * @param allowed what the policy lets the pages reach beyond their own server
 * @param facts what the server may know of the content
 */
export function finishPages(allowed: Allowed, facts: ContentFacts): AstroIntegration {
  const finish = (folder: string): void => {
    const pages = PAGES.map((name) =>
      changePage(join(folder, name), (html) => calmScripts(tidyHtml(html))),
    );
    const policy = buildPolicy(pages.flatMap(hashInlineScripts), allowed);
    writeFileSync(join(folder, '_headers'), renderHeadersFile(policy));
    writeFileSync(join(folder, SITE_FACTS_FILE), renderSiteFacts({ ...facts, policy }));
    compressFiles(folder);
  };
  return {
    name: 'finish-pages',
    hooks: { 'astro:build:done': ({ dir }) => finish(fileURLToPath(dir)) },
  };
}
