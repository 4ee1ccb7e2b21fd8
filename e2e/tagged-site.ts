import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The page built with Google's tag, Google Ads, Meta's pixel and Kiwify's checkout configured: what `npm test` builds beside. */
export const TAGGED_SITE = join(ROOT, 'test-results', 'tagged-site');

const CHANGES: [string, string][] = [
  ['gtag: null', 'gtag: G-ABC123XYZ9'],
  ['adsConversion: null', 'adsConversion: AW-123456789/AbC-D_efG'],
  ['pixel: null', 'pixel: "1234567890"'],
  ['# platform: hotmart', 'platform: kiwify\n  prefill: true'],
];

/** Builds the page anew from the shipped texts, with those changes. */
export function buildTaggedSite(): void {
  const content = mkdtempSync(join(tmpdir(), 'funil-tagged-'));
  const shipped = join(ROOT, 'content');
  for (const file of readdirSync(shipped).filter((name) => name.endsWith('.yaml'))) {
    cpSync(join(shipped, file), join(content, file));
  }
  symlinkSync(join(shipped, 'images'), join(content, 'images'));
  let site = readFileSync(join(content, 'site.yaml'), 'utf8');
  for (const [from, to] of CHANGES) {
    if (!site.includes(from)) throw new Error(`site.yaml does not contain: ${from}`);
    site = site.replace(from, to);
  }
  writeFileSync(join(content, 'site.yaml'), site);
  try {
    const astro = join(ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs');
    execFileSync(process.execPath, [astro, 'build', '--outDir', TAGGED_SITE], {
      cwd: join(ROOT, 'site'),
      env: { ...process.env, CONTENT_DIR: content, ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: 'pipe',
      timeout: 170_000,
    });
  } finally {
    rmSync(content, { recursive: true });
  }
}
