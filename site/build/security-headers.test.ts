import { expect, test } from 'vitest';
import {
  buildPolicy,
  findAdsAccount,
  hashInlineScripts,
  renderHeadersFile,
} from './security-headers.ts';

const nothing = { backend: '', hasGtag: false, hasPixel: false };

test('hashes inline scripts only, not files or data', () => {
  const html =
    '<script>alert(1)</script><script type="module" src="/a.js"></script>' +
    '<script type="application/ld+json">{}</script>';
  expect(hashInlineScripts(html)).toEqual([
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
  ]);
});

test('allows no third party when none is configured', () => {
  const policy = buildPolicy(["'sha256-x'"], nothing);
  expect(policy).toContain("script-src 'self' 'sha256-x';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('google');
});

test('allows the configured backend, and no path of the tags’ hosts where anyone can publish code', () => {
  const backend = 'https://x.supabase.co';
  const policy = buildPolicy([], { backend, hasGtag: true, hasPixel: true });
  expect(policy).toMatch(/connect-src 'self' https:\/\/x\.supabase\.co/);
  const [, sources = ''] = /script-src ([^;]*)/.exec(policy) ?? [];
  expect(sources.split(' ')).toEqual([
    "'self'",
    'https://www.googletagmanager.com/gtag/',
    'https://connect.facebook.net/en_US/fbevents.js',
    'https://connect.facebook.net/signals/',
  ]);
});

test('writes policy and caching for static hosts', () => {
  const file = renderHeadersFile("default-src 'none'");
  expect(file).toContain("/*\n  Content-Security-Policy: default-src 'none'\n");
  expect(file).toContain('/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n');
});

// e2e/tracking/tagged-ads.spec.ts proves every address that Google documents.
test('allows Google Ads scripts of the configured account only', () => {
  const policy = buildPolicy([], { ...nothing, hasGtag: true, adsAccount: '123456789' });
  expect(policy).toMatch(/script-src [^;]*googleadservices\.com\/pagead\/conversion\/123456789\//);
  expect(buildPolicy([], { ...nothing, hasGtag: true })).not.toContain('googleadservices');
});

test('reads the account from either tag id', () => {
  expect(findAdsAccount('G-ABC123', 'AW-123456789/AbC-D_efG')).toBe('123456789');
  expect(findAdsAccount('AW-42', null)).toBe('42');
  expect(findAdsAccount('G-ABC123', null)).toBeUndefined();
});
