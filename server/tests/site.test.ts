import { get } from 'node:http';
import { expect, test } from 'vitest';
import { startApp } from '../../testkit/start-app.ts';

const SITE = {
  'index.html': '<!doctype html><title>Página</title>',
  'index.html.br': 'brotli bytes',
  'index.html.gz': 'gzip bytes',
  '404.html': '<h1>404</h1>Oops! Page not found',
  '500.html': '<h1>Unexpected Application Error!</h1>',
  'robots.txt': 'User-agent: *',
  '_astro/app.abc123.js': 'export {}',
  'site.json': '{}',
  'headers.json': '{}',
  _headers: '/*',
  '.inputs': 'hash',
  '.well-known/security.txt': 'Contact: x',
};

/** A request without fetch's own headers, and without its decoding. */
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

test('the page is served with an ETag, and not again while it is the same', async () => {
  await using app = await startApp({ site: SITE });
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
])('to %s the page goes in the best encoding', async (accepted, encoding, body) => {
  await using app = await startApp({ site: SITE });
  const answer = await ask(`${app.address}/`, { 'accept-encoding': accepted });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.body).toBe(body);
});

test('hashed files are kept for a year, others are asked about', async () => {
  await using app = await startApp({ site: SITE });
  const hashed = await ask(`${app.address}/_astro/app.abc123.js`);
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8');
  const other = await ask(`${app.address}/robots.txt`);
  expect(other.headers['cache-control']).toBe('no-cache');
});

test('HEAD answers as GET, without a body', async () => {
  await using app = await startApp({ site: SITE });
  const answer = await ask(`${app.address}/`, {}, 'HEAD');
  expect(answer).toMatchObject({ status: 200, body: '' });
  expect(answer.headers['content-length']).toBe('37');
});

test('an unknown path is the 404 page to whoever reads pages', async () => {
  await using app = await startApp({ site: SITE });
  const page = await ask(`${app.address}/nao/existe`, { accept: 'text/html' });
  expect(page).toMatchObject({ status: 404, body: SITE['404.html'] });
  const picture = await ask(`${app.address}/nao.png`, { accept: 'image/avif,image/webp' });
  expect(picture).toMatchObject({ status: 404, body: 'Not found\n' });
});

test('what is sent to a page is answered by the site, in no form of a database', async () => {
  await using app = await startApp({ site: SITE });
  const form = await ask(`${app.address}/contato`, { accept: 'text/html' }, 'POST');
  expect(form).toMatchObject({ status: 404, body: SITE['404.html'] });
  const program = await ask(`${app.address}/`, { accept: 'application/json' }, 'PUT');
  expect(program).toMatchObject({ status: 404, body: 'Not found\n' });
  expect(program.headers['content-type']).toContain('text/plain');
});

test.each([
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/site.json',
  '/headers.json',
  '/_headers',
  '/.inputs',
  '/index.html.br',
])('%s is not served', async (path) => {
  await using app = await startApp({ site: SITE });
  expect((await ask(`${app.address}${path}`)).status).toBe(404);
});

test('files that the web expects in .well-known are served', async () => {
  await using app = await startApp({ site: SITE });
  expect((await ask(`${app.address}/.well-known/security.txt`)).status).toBe(200);
});

test('a malformed path is a bad request', async () => {
  await using app = await startApp({ site: SITE });
  expect((await ask(`${app.address}/%zz`)).status).toBe(400);
});

test('a surprise is the error page, and tells nothing of the inside', async () => {
  await using app = await startApp({
    site: SITE,
    prepare: (app) =>
      app.get('/surpresa', () => {
        throw new Error('password=segredo');
      }),
  });
  const answer = await ask(`${app.address}/surpresa`);
  expect(answer).toMatchObject({ status: 500, body: SITE['500.html'] });
  expect(app.log.join('')).not.toContain('segredo');
});

test('without a built site a sentence says what to do', async () => {
  await using app = await startApp();
  const answer = await ask(`${app.address}/`);
  expect(answer.status).toBe(503);
  expect(answer.body).toContain('npm run build');
});
