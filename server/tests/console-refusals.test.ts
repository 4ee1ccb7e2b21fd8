import { createHmac, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { ask, enroll, OPERATOR, startConsole } from './start-console.ts';

const started = await startConsole();
afterAll(() => started[Symbol.asyncDispose]());
await started.addOperator();
const early = await signIn();
const { token: good } = await enroll(started);
const weak = await signIn();
await started.addOperator({ email: 'bia@escola.test', password: 'girassol no telhado' });
const { data: newcomer } = await started
  .client()
  .signInWithPassword({ email: 'bia@escola.test', password: 'girassol no telhado' });

async function signIn(): Promise<string> {
  const { data } = await started.client().signInWithPassword(OPERATOR);
  return data.session?.access_token ?? '';
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The good token's claims under other proof. */
async function forge() {
  const claims = decodeJwt(good);
  const header = decodeProtectedHeader(good);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sign = (kid?: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...(kid && { kid }) }).sign(privateKey);
  const keys = await (await fetch(`${started.address}/auth/v1/.well-known/jwks.json`)).json();
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT', kid: header.kid })}.${encode(claims)}`;
  const mac = createHmac('sha256', JSON.stringify(keys.keys[0])).update(unsigned);
  const [head, payload, signature] = good.split('.');
  const raised = encode({ ...claims, exp: 9_999_999_999 });
  return {
    'another key under our id': await sign(header.kid),
    'another key': await sign('x'),
    'another key without an id': await sign(),
    'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'no signature': `${head}.${payload}.`,
    'our public key as a shared secret': `${unsigned}.${mac.digest('base64url')}`,
    'other claims': `${head}.${raised}.${signature}`,
    'a key of its own in its head': `${encode({ alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) })}.${payload}.${signature}`,
    'no token at all': 'x',
  };
}

const ROUTES = [
  ['GET', '/auth/v1/user'],
  ['PUT', '/auth/v1/user'],
  ['POST', '/auth/v1/logout'],
  ['POST', '/auth/v1/factors'],
  ['DELETE', '/auth/v1/factors/018f0000-0000-7000-8000-000000000000'],
  ['POST', '/auth/v1/factors/018f0000-0000-7000-8000-000000000000/challenge'],
  ['POST', '/auth/v1/factors/018f0000-0000-7000-8000-000000000000/verify'],
  ['GET', '/auth/v1/factors/recovery-codes'],
  ['POST', '/auth/v1/factors/recovery-codes'],
  ['POST', '/auth/v1/factors/recovery-codes/verify'],
  ['POST', '/auth/v1/factors/recovery-codes/regenerate'],
  ['DELETE', '/auth/v1/factors/recovery-codes'],
  ['GET', '/console/v1/account/sessions'],
  ['DELETE', '/console/v1/account/sessions/018f0000-0000-7000-8000-000000000000'],
  ['GET', '/console/v1/account/operators'],
  ['POST', '/console/v1/account/operators'],
  ['DELETE', '/console/v1/account/operators/018f0000-0000-7000-8000-000000000000'],
  ['GET', '/console/v1/nothing'],
] as const;
const DATA = ROUTES.filter(([, url]) => url.startsWith('/console/'));

const codeOf = async (answer: Response) => `${answer.status} ${(await answer.json()).error_code}`;

test.each(ROUTES)(
  '%s %s refuses whoever shows no token, or one that proves nothing',
  async (method, url) => {
    const call = (token?: string) =>
      ask(`${started.address}${url}`, { method, ...(token !== undefined && { token }) });
    expect(await codeOf(await call())).toBe('401 no_authorization');
    for (const token of Object.values(await forge())) {
      expect(await codeOf(await call(token))).toBe('401 bad_jwt');
    }
  },
);

test.each(ROUTES)('%s %s refuses a session that has ended', async (method, url) => {
  const answer = await ask(`${started.address}${url}`, { method, token: early });
  expect(await codeOf(answer)).toBe('401 session_not_found');
});

test.each(DATA)('%s %s wants both factors', async (method, url) => {
  const call = (token = '') => ask(`${started.address}${url}`, { method, token });
  expect(await codeOf(await call(weak))).toBe('403 mfa_required');
  const unenrolled = newcomer.session?.access_token;
  expect(await codeOf(await call(unenrolled))).toBe('403 mfa_enrollment_required');
});

test.each(ROUTES)('%s %s refuses pages of another origin and other names', async (method, url) => {
  const call = (headers: Record<string, string>) =>
    ask(`${started.address}${url}`, { method, token: good, headers });
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    expect(await codeOf(await call(headers as Record<string, string>))).toBe('403 foreign_origin');
  }
});

test.each([
  ['/auth/v1/token?grant_type=password', { email: 'a@b.test', password: 'x', admin: true }],
  ['/auth/v1/token?grant_type=refresh_token', { refresh_token: 'x', extra: 1 }],
  ['/auth/v1/user', { password: 'girassol no telhado', role: 'x' }],
  ['/auth/v1/factors', { factor_type: 'totp', secret: 'x' }],
  ['/auth/v1/factors/recovery-codes', { codes: [] }],
  ['/auth/v1/factors/recovery-codes/verify', { code: 'x', id: 1 }],
  ['/auth/v1/factors/recovery-codes/regenerate', { codes: [] }],
  ['/auth/v1/invite', { token: 'x', password: 'x', role: 'admin' }],
  ['/auth/v1/invite/look', { token: 'x', y: 1 }],
  ['/console/v1/account/operators', { email: 'bia@escola.test', role: 'admin' }],
])(
  '%s refuses an unknown field, a body that is too large, and what is no JSON',
  async (url, body) => {
    const method = url === '/auth/v1/user' ? 'PUT' : 'POST';
    const send = async (sent: unknown, headers = {}) =>
      codeOf(await ask(`${started.address}${url}`, { method, token: good, body: sent, headers }));
    expect(await send(body)).toBe('400 validation_failed');
    expect(await send({ ...body, long: 'x'.repeat(20_000) })).toBe('413 body_too_large');
    expect(await send('{')).toBe('400 bad_json');
    expect(await send('{"__proto__": {}}')).toBe('400 bad_json');
    expect(await send('a=1', { 'content-type': 'text/plain' })).toBe('415 bad_json');
  },
);

test('a token is over after fifteen minutes', async () => {
  await using other = await startConsole();
  await other.addOperator();
  const { token } = await enroll(other);
  const url = `${other.address}/console/v1/account/sessions`;
  other.pass(14 * 60_000);
  expect(await ask(url, { token })).toMatchObject({ status: 200 });
  other.pass(2 * 60_000);
  expect(await codeOf(await ask(url, { token }))).toBe('401 bad_jwt');
});

test('a removed operator is nobody at once', async () => {
  await using other = await startConsole();
  const { id } = await other.addOperator();
  const { token } = await enroll(other);
  await other.database.withSchema('main').deleteFrom('operators').where('id', '=', id).execute();
  const answer = await ask(`${other.address}/console/v1/account/sessions`, { token });
  expect(await codeOf(answer)).toBe('401 session_not_found');
});

test('an API answer is kept nowhere and framed by nobody', async () => {
  const { headers } = await ask(`${started.address}/console/v1/account/sessions`, { token: good });
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(headers.get('set-cookie')).toBeNull();
});
