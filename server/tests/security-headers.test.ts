import { expect, test } from 'vitest';
import { makeSiteFacts, startApp } from '../../testkit/start-app.ts';

const POLICY = "default-src 'none'; script-src 'self' 'sha256-abc='; frame-ancestors 'none'";

const site = {
  'index.html': '<!doctype html>',
  '404.html': '<!doctype html>',
  'site.json': makeSiteFacts({ policy: POLICY }),
};

test.each(['/', '/nao-existe'])('the document at %s says what it may do', async (path) => {
  await using app = await startApp({ site });
  const { headers } = await fetch(`${app.address}${path}`);
  expect(headers.get('content-security-policy')).toBe(POLICY);
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
});

test.each(['/', '/nao-existe', '/rest/v1/leads', '/healthz'])(
  'nothing is guessed from %s, and nothing told of the server',
  async (path) => {
    await using app = await startApp({ site });
    const { headers } = await fetch(`${app.address}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  },
);

test('without the policy of the build nothing foreign and no framing is allowed', async () => {
  await using app = await startApp({ site: { 'index.html': '<!doctype html>' } });
  const { headers } = await fetch(app.address);
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'self'.*frame-ancestors 'none'/,
  );
});

test('TLS is asked for once a trusted proxy says that it is there', async () => {
  const secure = { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' } };
  await using behind = await startApp({ env: { TRUST_PROXY: 'loopback' } });
  const answer = await fetch(`${behind.address}/healthz`, secure);
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  await using open = await startApp();
  const untrusted = await fetch(`${open.address}/healthz`, secure);
  expect(untrusted.headers.get('strict-transport-security')).toBeNull();
});

test('a site of an earlier release keeps its own policy, and one line of the log says so', async () => {
  const earlier = JSON.stringify({ contentSecurityPolicy: POLICY });
  await using app = await startApp({ site: { 'index.html': 'x', 'headers.json': earlier } });
  const { headers } = await fetch(app.address);
  expect(headers.get('content-security-policy')).toBe(POLICY);
  const told = app.log.filter((line) => line.includes('site.json is missing'));
  expect(told).toHaveLength(1);
});

test('a broken word of the build does not keep the page from being served', async () => {
  await using app = await startApp({ site: { 'index.html': 'x', 'site.json': '{' } });
  expect(await (await fetch(app.address)).text()).toBe('x');
  expect(app.log.join('')).toContain('site.json cannot be read');
});
