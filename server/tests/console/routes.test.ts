import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { createKeyring, makeAccessToken } from '../../src/operators/sign-in/access-token.ts';
import { ask } from './start-console.ts';
import { startConsoleData } from './start-console-data.ts';

const started = await startConsoleData();
afterAll(() => started[Symbol.asyncDispose]());

const UUID = '018f0000-0000-7000-8000-000000000000';
const VALUES: Record<string, string> = {
  ':id': '1',
  ':subject': 'lead:1',
  ':session': '0'.repeat(32),
  ':platform': 'hotmart',
  ':key': 'HP1',
};
const WITH_UUID =
  /^\/(?:console\/v1\/(?:applications|deliveries|devices|endpoints|account)|auth\/v1\/factors)\//;
/** Routes that need no sign-in, and the answer to every unknown path. */
const OPEN =
  /^\/auth\/v1\/(?:token|settings|invite|invite\/look|recover|\.well-known\/jwks\.json|\*)$/;

type Route = readonly [method: string, url: string];

/** Every route for signed-in operators that Fastify knows, with values for its parameters. */
const ROUTES: Route[] = started.routes
  .filter(({ url, method }) => /^\/(?:console|auth)\/v1\/[^*]/.test(url) && method !== 'HEAD')
  .filter(({ url }) => !OPEN.test(url))
  .map(({ method, url }) => {
    const value = (name: string) =>
      name === ':id' && WITH_UUID.test(url) ? UUID : (VALUES[name] ?? 'x');
    return [method, url.replace(/:\w+/g, value)];
  });
/** Routes behind the guard of both factors. */
const GUARDED = ROUTES.filter(([, url]) => url.startsWith('/console/'));

test('covers every route that Fastify knows', () => {
  expect(GUARDED.length).toBeGreaterThan(50);
  expect(ROUTES.length - GUARDED.length).toBe(12);
});

async function call(
  [method, url]: Route,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await ask(`${started.address}${url}`, { method, ...options });
  const body = await response.json().catch(() => ({}));
  return { body, code: `${response.status} ${body.error_code ?? body.code}` };
}

async function tokenOf(email: string, aal: 'aal1' | 'aal2', age = 0) {
  const { database, serverKeys, now } = started;
  const { id, sessionId } = await started.signIn(email);
  const sessions = database.updateTable('operator_sessions').set({ aal });
  await sessions.where('id', '=', sessionId).execute();
  const session = { id: sessionId, operator_id: id, aal, amr: [] } as const;
  const keyring = createKeyring(database, serverKeys, now);
  const { token } = await makeAccessToken(keyring, session, email, now() - age);
  return { id, sessionId, token };
}

const weak = await tokenOf('weak@escola.test', 'aal1');
await started.database
  .insertInto('operator_factors')
  .values({
    id: randomUUID(),
    operator_id: weak.id,
    factor_type: 'totp',
    secret: 'A',
    friendly_name: 'x',
    status: 'verified',
  })
  .execute();
const newcomer = await tokenOf('new@escola.test', 'aal1');
const expired = await tokenOf('expired@escola.test', 'aal2', 16 * 60_000);
const ended = await tokenOf('ended@escola.test', 'aal2');
await started.database.deleteFrom('operator_sessions').where('id', '=', ended.sessionId).execute();

const good = started.operator.token;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns tokens with the claims of a valid one and invalid signatures. */
async function forgeTokens() {
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
    'no parts': 'x',
  };
}

test.each(Object.entries(await forgeTokens()))('refuses a token with %s', async (_name, token) => {
  for (const url of ['/auth/v1/user', '/console/v1/context']) {
    expect((await call(['GET', url], { token })).code).toBe('401 bad_jwt');
  }
});

test.each(ROUTES)(
  '%s %s refuses a missing, expired or ended token, and foreign pages',
  async (...route) => {
    expect((await call(route)).code).toBe('401 no_authorization');
    expect((await call(route, { token: expired.token })).code).toBe('401 bad_jwt');
    expect((await call(route, { token: ended.token })).code).toBe('401 session_not_found');
    const headers = { origin: 'https://evil.test' };
    expect((await call(route, { token: good, headers })).code).toBe('403 foreign_origin');
  },
);

test.each(GUARDED)('%s %s requires both factors', async (...route) => {
  expect((await call(route, { token: weak.token })).code).toBe('403 mfa_required');
  const unenrolled = await call(route, { token: newcomer.token });
  expect(unenrolled.code).toBe('403 mfa_enrollment_required');
});

test.each(GUARDED)('%s %s refuses an unknown parameter', async (method, url) => {
  const answer = await call([method, `${url}?q=maria&surprise=1`], { token: good });
  // Some routes look for the row before the parameters are validated.
  expect(['422 invalid', '404 not_found']).toContain(answer.code);
  expect(JSON.stringify(answer.body)).toMatch(/surprise|“q” não é conhecido|não existe/);
});

/** Routes that receive a file, which have separate tests. */
const UPLOADS = ['imports/preview', 'imports', 'page/pictures'].map(
  (path) => `/console/v1/${path}`,
);

test.each(
  GUARDED.filter(([method, url]) => !['GET', 'DELETE'].includes(method) && !UPLOADS.includes(url)),
)('%s %s refuses unknown fields, a body that is too large, and invalid JSON', async (...route) => {
  const send = async (body: unknown) => (await call(route, { token: good, body })).code;
  expect(await send({ surprise: 1 })).toBe('422 invalid');
  expect(await send('[1')).toBe('400 bad_json');
  expect(await send({ note: 'x'.repeat(1_000_000) })).toBe('413 body_too_large');
  expect(await send('{"__proto__": {"state": "novo"}}')).toBe('400 bad_json');
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
])('%s refuses an unknown field, a body that is too large, and invalid JSON', async (url, body) => {
  const route = [url === '/auth/v1/user' ? 'PUT' : 'POST', url] as const;
  const send = async (sent: unknown, headers: Record<string, string> = {}) =>
    (await call(route, { token: good, body: sent, headers })).code;
  expect(await send(body)).toBe('400 validation_failed');
  expect(await send({ ...body, long: 'x'.repeat(20_000) })).toBe('413 body_too_large');
  expect(await send('{')).toBe('400 bad_json');
  expect(await send('{"__proto__": {}}')).toBe('400 bad_json');
  expect(await send('a=1', { 'content-type': 'text/plain' })).toBe('415 bad_json');
});

const ATTENDANT_ROUTES = [
  ...['GET context', 'GET live', 'GET today', 'GET leads', 'POST leads/search'],
  ...['POST leads/choices', 'GET leads/1', 'GET applications', 'POST applications/search'],
  ...['POST applications/choices', 'GET applications/018f0000-0000-7000-8000-000000000000'],
  ...['PATCH subjects/lead:1', 'POST subjects/state', 'POST subjects/lead:1/messages'],
  'POST subjects/lead:1/person',
  ...['DELETE subjects/lead:1/notes/1', 'GET templates'],
  ...['POST people/search', 'GET devices', 'PUT devices', 'POST devices/seen'],
  ...['PATCH devices/018f0000-0000-7000-8000-000000000000'],
  ...['DELETE devices/018f0000-0000-7000-8000-000000000000', 'GET account/sessions'],
  ...['DELETE account/sessions/018f0000-0000-7000-8000-000000000000'],
];
/** Routes of owners only: operators, connections, settings and endpoints. */
const OWNER_ROUTES = /^\w+ (?:account\/operators|connections|settings)|^(?:POST|DELETE) endpoints/;
const NEED_FRESH_FACTOR =
  /^(?:POST|PATCH|DELETE) (?:account\/operators|settings|endpoints(?!.*\/test$))/;

const TOKENS = {
  owner: (await started.signIn('owner@escola.test', 'owner')).token,
  manager: (await started.signIn('manager@escola.test', 'manager')).token,
  attendant: (await started.signIn('attendant@escola.test', 'attendant')).token,
  stale: (await started.signIn('stale@escola.test', 'owner', 10 * 60_000 + 1_000)).token,
};

/** Returns the refusal of a signed-in operator; null if the route answers. */
async function refusalOf([method, url]: Route, token: string) {
  const response = await fetch(`${started.address}${url}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  const isRefused = response.status === 401 || response.status === 403;
  return isRefused ? `${response.status} ${(await response.json()).code}` : null;
}

test.each(GUARDED)('%s %s answers roles that may use it, and 403 the others', async (...route) => {
  const name = route.join(' ').replace('/console/v1/', '');
  const forbidden = '403 forbidden';
  expect(await refusalOf(route, TOKENS.attendant)).toBe(
    ATTENDANT_ROUTES.includes(name) ? null : forbidden,
  );
  expect(await refusalOf(route, TOKENS.manager)).toBe(OWNER_ROUTES.test(name) ? forbidden : null);
  expect(await refusalOf(route, TOKENS.owner)).toBe(null);
  expect(await refusalOf(route, TOKENS.stale)).toBe(
    NEED_FRESH_FACTOR.test(name) ? '401 reauthentication_needed' : null,
  );
});

test('logs a request without its address and body', async () => {
  const route = ['POST', '/console/v1/leads/search?surprise=HP1'] as const;
  await call(route, { token: good, body: { q: 'or 1=1' } });
  const log = started.log.join('');
  expect(log).toContain('/console/v1/leads/search');
  expect(log).not.toMatch(/surprise|or 1=1|HP1/);
});

test('lets no browser or proxy keep or frame an answer', async () => {
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
