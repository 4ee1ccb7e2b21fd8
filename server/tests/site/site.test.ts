import { get } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { makeSiteInfo, startApp } from '../../../testkit/start-app.ts';

const POLICY = "default-src 'none'; script-src 'self' 'sha256-abc='; frame-ancestors 'none'";

const SITE = {
  'index.html': '<!doctype html><title>Página</title>',
  'index.html.br': 'brotli bytes',
  'index.html.gz': 'gzip bytes',
  '404.html': '<h1>404</h1>Oops! Page not found',
  '500.html': '<h1>Unexpected Application Error!</h1>',
  'robots.txt': 'User-agent: *',
  '_astro/app.abc123.js': 'export {}',
  'site.json': makeSiteInfo({ policy: POLICY }),
  _headers: '/*',
  '.inputs': 'hash',
  '.well-known/security.txt': 'Contact: x',
};

const app = await startApp({
  site: SITE,
  prepare: (added) =>
    added.get('/surpresa', () => {
      throw new Error('password=segredo');
    }),
});
afterAll(() => app[Symbol.asyncDispose]());

/** Sends a request without the headers and the decoding of `fetch`. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const request = get(url, { headers, method }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text) => {
          body += text;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      request.on('error', reject);
    },
  );
}

test('serves the page with an ETag, and 304 while it is unchanged', async () => {
  const first = await ask(`${app.address}/`);
  expect(first).toMatchObject({ status: 200, body: SITE['index.html'] });
  expect(first.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding',
  });
  const again = await ask(`${app.address}/`, { 'if-none-match': String(first.headers.etag) });
  expect(again).toMatchObject({ status: 304, body: '' });
});

test.each([
  ['gzip, deflate, br, zstd', 'br', 'brotli bytes'],
  ['gzip, deflate', 'gzip', 'gzip bytes'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'gzip bytes'],
  ['identity', undefined, '<!doctype html><title>Página</title>'],
])('serves the page in the best encoding of %s', async (accepted, encoding, body) => {
  const answer = await ask(`${app.address}/`, { 'accept-encoding': accepted });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.body).toBe(body);
});

test('caches hashed files for a year, and makes browsers revalidate others', async () => {
  const hashed = await ask(`${app.address}/_astro/app.abc123.js`);
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8');
  const other = await ask(`${app.address}/robots.txt`);
  expect(other.headers['cache-control']).toBe('no-cache');
});

test('answers HEAD as GET, without a body', async () => {
  const answer = await ask(`${app.address}/`, {}, 'HEAD');
  expect(answer).toMatchObject({ status: 200, body: '' });
  expect(answer.headers['content-length']).toBe('37');
});

test('answers an unknown path with the 404 page when HTML is accepted', async () => {
  for (const path of ['/nao/existe', '//outro.test', '/404.html', '/500.html']) {
    const page = await ask(app.address + path, { accept: 'text/html' });
    expect(page, path).toMatchObject({ status: 404, body: SITE['404.html'] });
  }
  const picture = await ask(`${app.address}/nao.png`, { accept: 'image/avif,image/webp' });
  expect(picture).toMatchObject({ status: 404, body: 'Not found\n' });
});

test.each([
  ['/&utm_source=ig&utm_campaign=lan%C3%A7amento', '/?utm_source=ig&utm_campaign=lan%C3%A7amento'],
  ['/&utm_source=ig?fbclid=IwAR0', '/?utm_source=ig&fbclid=IwAR0'],
  ['/%3Futm_source%3Dgbp%26utm_medium%3Dmaps', '/?utm_source=gbp&utm_medium=maps'],
  ['/&utm_content=x%0D%0Aset-cookie:a', '/?utm_content=x%0D%0Aset-cookie:a'],
  ['/%20?utm_source=zap', '/?utm_source=zap'],
  ['/%C2%A0', '/'],
  ['/).', '/'],
  ['//?utm_source=ig', '/?utm_source=ig'],
  ['//&utm_source=ig', '/?utm_source=ig'],
  ['/index.html?utm_source=ig', '/?utm_source=ig'],
  ['/index.php', '/'],
  ['/utm_source=ig&utm_medium=bio', '/?utm_source=ig&utm_medium=bio'],
  ['//utm_source=ig?fbclid=x', '/?utm_source=ig&fbclid=x'],
  ['/index.html&utm_source=ig', '/?utm_source=ig'],
  ['/%E2%80%8B?fbclid=x', '/?fbclid=x'],
  ['/%EF%BB%BF', '/'],
  ['/%EF%BF%BC', '/'],
  ['/%E2%80%A6', '/'],
])('leads from the mistyped link %s to the page', async (link, page) => {
  const answer = await ask(`${app.address}${link}`, { accept: 'text/html' });
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe(page);
});

test('answers other methods with the site’s 404', async () => {
  const form = await ask(`${app.address}/contato`, { accept: 'text/html' }, 'POST');
  expect(form).toMatchObject({ status: 404, body: SITE['404.html'] });
  const program = await ask(`${app.address}/`, { accept: 'application/json' }, 'PUT');
  expect(program).toMatchObject({ status: 404, body: 'Not found\n' });
  expect(program.headers['content-type']).toContain('text/plain');
});

test.each([
  ...['/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd', '/site.json', '/_headers'],
  ...['/.inputs', '/index.html.br'],
])('does not serve %s', async (path) => {
  expect((await ask(`${app.address}${path}`)).status).toBe(404);
});

test('serves files in .well-known', async () => {
  expect((await ask(`${app.address}/.well-known/security.txt`)).status).toBe(200);
});

test('answers 400 to a malformed path', async () => {
  expect((await ask(`${app.address}/%zz`)).status).toBe(400);
});

test('answers an unexpected error with the error page, without logging its message', async () => {
  const answer = await ask(`${app.address}/surpresa`);
  expect(answer).toMatchObject({ status: 500, body: SITE['500.html'] });
  expect(app.log.join('')).not.toContain('segredo');
});

test('answers with the build command when the site is not built', async () => {
  await using unbuilt = await startApp();
  const answer = await ask(`${unbuilt.address}/`);
  expect(answer.status).toBe(503);
  expect(answer.body).toContain('npm run build');
});

test('sends policies with documents, and forbids sniffing and reveals no software everywhere', async () => {
  for (const path of ['/', '/nao-existe', '/rest/v1/leads', '/healthz']) {
    const { headers } = await fetch(`${app.address}${path}`);
    const unset = ['strict-transport-security', 'server', 'x-powered-by'].map((name) =>
      headers.get(name),
    );
    expect([headers.get('x-content-type-options'), ...unset]).toEqual([
      'nosniff',
      null,
      null,
      null,
    ]);
    if (path === '/rest/v1/leads' || path === '/healthz') continue;
    expect(headers.get('content-security-policy')).toBe(POLICY);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  }
});

test('sends an SVG with a policy that runs nothing', async () => {
  await using other = await startApp({ site: { 'marca.svg': '<svg/>' } });
  const { headers } = await fetch(`${other.address}/marca.svg`);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
});

test('allows no foreign content and no framing without site.json, and logs it once', async () => {
  await using other = await startApp({ site: { 'index.html': '<!doctype html>' } });
  const { headers } = await fetch(other.address);
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'self'.*frame-ancestors 'none'/,
  );
  expect(other.log.filter((line) => line.includes('site.json is missing'))).toHaveLength(1);
});

test('sends HSTS when a trusted proxy reports TLS', async () => {
  const secure = { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' } };
  await using behind = await startApp({ env: { TRUST_PROXY: 'loopback' } });
  const answer = await fetch(`${behind.address}/healthz`, secure);
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  await using open = await startApp();
  const untrusted = await fetch(`${open.address}/healthz`, secure);
  expect(untrusted.headers.get('strict-transport-security')).toBeNull();
});

test('serves the page when site.json is broken', async () => {
  await using other = await startApp({ site: { 'index.html': 'x', 'site.json': '{' } });
  expect(await (await fetch(other.address)).text()).toBe('x');
  expect(other.log.join('')).toContain('site.json cannot be read');
});
