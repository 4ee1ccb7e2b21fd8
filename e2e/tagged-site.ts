import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPage } from './build-page.ts';

const ROOT = join(import.meta.dirname, '..');

/** The page built with Google's tag, Google Ads, Meta's pixel and Kiwify's checkout configured. */
export const TAGGED_SITE = join(ROOT, 'test-results', 'tagged-site');

const CHANGES: [string, string][] = [
  ['gtag: null', 'gtag: G-ABC123XYZ9'],
  ['adsConversion: null', 'adsConversion: AW-123456789/AbC-D_efG'],
  ['pixel: null', 'pixel: "1234567890"'],
  ['# platform: hotmart', 'platform: kiwify\n  prefill: true'],
];

/** Builds the page anew from the shipped texts, with those changes. */
export async function buildTaggedSite(): Promise<void> {
  const content = mkdtempSync(join(tmpdir(), 'funil-tagged-'));
  const isContent = (path: string) => !/\.(ts|json)$|node_modules/.test(path);
  cpSync(join(ROOT, 'content'), content, { recursive: true, filter: isContent });
  let site = readFileSync(join(content, 'site.yaml'), 'utf8');
  for (const [from, to] of CHANGES) {
    if (!site.includes(from)) throw new Error(`site.yaml does not contain: ${from}`);
    site = site.replace(from, to);
  }
  writeFileSync(join(content, 'site.yaml'), site);
  try {
    await buildPage(content, TAGGED_SITE);
  } finally {
    rmSync(content, { recursive: true });
  }
}
