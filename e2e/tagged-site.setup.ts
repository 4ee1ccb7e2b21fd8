import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { buildPage } from './build-page.ts';
import { TAGGED_SITE } from './tagged.ts';

const ROOT = join(import.meta.dirname, '..');

const CHANGES: [string, string][] = [
  [
    'page:\n',
    'test:\n  name: Botão\n  field: hero.cta.label\n  text: Ver como funciona\n\npage:\n',
  ],
  ['gtag: null', 'gtag: G-ABC123XYZ9'],
  ['adsConversion: null', 'adsConversion: AW-123456789/AbC-D_efG'],
  ['pixel: null', 'pixel: "1234567890"'],
  ['# platform: hotmart', 'platform: kiwify\n  prefill: true'],
];

test('builds the page with Google, Meta and a checkout platform configured, and a text in two versions', async () => {
  test.setTimeout(15 * 60_000);
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
});
