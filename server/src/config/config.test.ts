import { mkdirSync, mkdtempDisposableSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { configOf, messageOf } from '../../../testkit/config-of.ts';
import { readConfig } from './config.ts';

test('reads the documented defaults from an empty environment', () => {
  expect(configOf({})).toMatchObject({
    listen: { host: '127.0.0.1', port: 3000 },
    store: { dataDir: './data', databaseUrl: null },
    capture: { anonKey: 'anon-local', allowedOrigins: [], rateLimit: 600 },
    proxy: { trusted: false },
    sales: { attributionDays: 30 },
    webhooks: { allowPrivate: false },
    conversions: { meta: null, ga4: null, purchaseOwner: 'checkout', contextDays: 30 },
    metrics: null,
    console: { host: '127.0.0.1', port: 3001, isPortChosen: false, url: null },
  });
});

test.each([
  ['PUBLIC_SUPABASE_URL', '', 'supabaseUrl is required.'],
  ['PUBLIC_SUPABASE_ANON_KEY', ' ', 'supabaseKey is required.'],
])('refuses an empty %s', (name, value, message) => {
  expect(messageOf({ [name]: value })).toContain(message);
});

test.each([
  ['PORT', '70000'],
  ['METRICS_PORT', 'x'],
  ['RATE_LIMIT', '-1'],
  ['PURCHASE_OWNER', 'meta'],
  ['META_API_URL', 'graph.facebook.com'],
  ['GA4_API_URL', 'https://user@google.test/'],
  ['CONVERSION_CONTEXT_DAYS', '30 dias'],
  ['RATE_LIMIT', '1e3'],
  ['ALLOWED_ORIGINS', 'example.com'],
  ['ALLOWED_ORIGINS', 'https://example.com/path'],
  ['ALLOWED_ORIGINS', 'https://*.example.com'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
  ['TRUST_PROXY', '2000::/3'],
  ['TRUST_PROXY', '::ffff:0.0.0.0/96'],
  ['PUBLIC_SUPABASE_ANON_KEY', ' anon-local'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'anon local'],
  ['CONSOLE_URL', 'console.example.com'],
  ['CONSOLE_URL', 'https://example.com/console'],
  ['CONSOLE_URL', 'ftp://console.example.com'],
  ['WEBHOOK_ALLOW_PRIVATE', 'sim'],
])('names an invalid %s: %s', (name, value) => {
  expect(messageOf({ [name]: value })).toContain(name);
});

test.each(['/srv/funil', '/srv/funil/data', '/srv/funil/data/banco'])(
  'refuses a site folder that holds the database: %s',
  (folder) => {
    const env = { SITE_DIR: '/srv/funil', DATA_DIR: folder };
    expect(messageOf(env)).toBe(
      'SITE_DIR must not hold DATA_DIR: its files are published, found "/srv/funil".',
    );
    expect(messageOf({ ...env, DATABASE_URL: 'postgres://localhost/funil' })).toBeNull();
  },
);

test('accepts a site folder beside the database or inside its folder', () => {
  expect(messageOf({ SITE_DIR: '/srv/funil-site', DATA_DIR: '/srv/funil' })).toBeNull();
  expect(messageOf({ SITE_DIR: '/srv/funil/site', DATA_DIR: '/srv/funil' })).toBeNull();
});

test('refuses a folder of copies that is published or copied, and follows no link, which may hang', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'funil-'));
  const env = { DATA_DIR: folder.path, SITE_DIR: join(folder.path, 'site') };
  mkdirSync(env.SITE_DIR);
  symlinkSync(env.SITE_DIR, join(folder.path, 'link'));
  for (const name of ['site', 'content/copies', 'originals']) {
    expect(messageOf({ ...env, BACKUP_DIR: join(folder.path, name) })).toContain('BACKUP_DIR must');
  }
  for (const name of ['copies', 'link'])
    expect(messageOf({ ...env, BACKUP_DIR: join(folder.path, name) })).toBeNull();
});

test.each([
  ['DATABASE_URL', 'mysql://user:segredo@localhost/funil'],
  ['META_CAPI_TOKEN', 'EAAB segredo'],
  ['SECRETS_KEY', 'segredo-curto'],
])('refuses an invalid %s without repeating it', (name, value) => {
  const message = messageOf({ [name]: value });
  expect(message).toContain(`${name} must`);
  expect(message).not.toContain('segredo');
});

test.each([
  ['1', 1],
  ['0', false],
  ['uniquelocal', ['uniquelocal']],
  ['fc00::/7, 173.245.48.0/20, 2400:cb00::/32', ['fc00::/7', '173.245.48.0/20', '2400:cb00::/32']],
])('reads hops or addresses from TRUST_PROXY: %s', (text, expected) => {
  expect(configOf({ TRUST_PROXY: text }).proxy.trusted).toEqual(expected);
});

test('reads several allowed origins', () => {
  const { capture } = configOf({ ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443' });
  expect(capture.allowedOrigins).toEqual(['https://a.example', 'https://b.example:8443']);
});

test.each([
  ['https://A.Example/', 'https://a.example'],
  ['https://a.example:443', 'https://a.example'],
  ['https://ação.example', 'https://xn--ao-siap.example'],
])('reads the address %s as a browser names its origin', (address, origin) => {
  const config = configOf({ ALLOWED_ORIGINS: address, CONSOLE_URL: address });
  expect(config.capture.allowedOrigins).toEqual([origin]);
  expect(config.console.url).toBe(origin);
});

test.each([
  '1234567890',
  'act_1234567890',
  'act=1234567890',
  'https://adsmanager.facebook.com/adsmanager/manage/campaigns?act=1234567890&business_id=42',
  'adsmanager.facebook.com/adsmanager/manage/campaigns?act=1234567890',
  'https://business.facebook.com/latest/ad_center?business_id=42&act=1234567890#',
])('reads the ad account in %s', (META_ADS_ACCOUNT) => {
  const config = readConfig({ META_ADS_TOKEN: 'token', META_ADS_ACCOUNT });
  expect(config).toMatchObject({ config: { spend: { meta: { account: '1234567890' } } } });
});

test('reads conversions, and strips the slash at the end of addresses', () => {
  const { conversions } = configOf({
    META_CAPI_TOKEN: ' EAAB ',
    META_API_URL: 'http://127.0.0.1:4000/v24.0/',
    META_TEST_EVENT_CODE: 'TEST1',
    GA4_API_SECRET: 's',
    PURCHASE_OWNER: 'funil',
  });
  expect(conversions).toEqual({
    meta: { token: 'EAAB', apiUrl: 'http://127.0.0.1:4000/v24.0', testEventCode: 'TEST1' },
    ga4: { apiSecret: 's', apiUrl: 'https://www.google-analytics.com' },
    purchaseOwner: 'funil',
    contextDays: 30,
  });
});

test('reads every variable of .env.example, and accepts its values', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
  const lines = text.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, '').replaceAll('<ref>', 'abc');
  const example = parseEnv(lines);
  const known = new Set<unknown>();
  readConfig(new Proxy({}, { get: (_env, name) => void known.add(name) }));
  expect(Object.keys(example).length).toBeGreaterThan(30);
  expect(Object.keys(example).filter((name) => !known.has(name))).toEqual([]);
  expect(
    messageOf({ ...(example as Record<string, string>), PUBLIC_SUPABASE_ANON_KEY: 'x' }),
  ).toBeNull();
});
