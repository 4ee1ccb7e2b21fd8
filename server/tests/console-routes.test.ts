import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { createKeyring, signToken } from '../src/operators/sign-in/access-token.ts';
import { ask } from './start-console.ts';
import { startConsoleData } from './start-console-data.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());
const started = await startConsoleData('SQLite', postgres);
afterAll(() => started[Symbol.asyncDispose]());

const UUID = '018f0000-0000-7000-8000-000000000000';
const VALUES: Record<string, string> = {
  ':id': '1',
  ':subject': 'lead:1',
  ':platform': 'hotmart',
  ':key': 'HP1',
};
const WITH_UUID = /^(?:applications|deliveries|endpoints|account)\//;

/** Every route under `/console/v1`, as Fastify itself knows them. */
const ROUTES = readRoutes(started.routes);

function readRoutes(all: readonly { method: string; url: string }[]): [string, string][] {
  return all
    .filter(({ url, method }) => /^\/console\/v1\/[^*]/.test(url) && method !== 'HEAD')
    .map(({ method, url }) => {
      const path = url.replace('/console/v1/', '');
      const filled = path.replace(/:\w+/g, (name) =>
        name === ':id' && WITH_UUID.test(path) ? UUID : (VALUES[name] ?? 'x'),
      );
      return [method, filled];
    });
}

test('all of the console’s data is known to this table', () => {
  expect(ROUTES.length).toBeGreaterThan(40);
});

const codeOf = ({ status, body }: { status: number; body: { code: string } }) =>
  `${status} ${body.code}`;

const call = async (
  [method, path]: [string, string],
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => {
  const response = await ask(`${started.address}/console/v1/${path}`, { method, ...options });
  return { status: response.status, body: await response.json().catch(() => ({ code: 'none' })) };
};

async function tokenOf(
  email: string,
  change: { aal?: 'aal1'; hasFactor?: boolean; ended?: boolean },
) {
  const { database, now } = started;
  const { token, sessionId, id } = await started.signIn(email);
  if (change.hasFactor) {
    await database
      .insertInto('operator_factors')
      .values({
        ...{ id: crypto.randomUUID(), operator_id: id, factor_type: 'totp', secret: 'A' },
        ...{ friendly_name: 'x', status: 'verified' },
      })
      .execute();
  }
  if (change.aal) {
    await database
      .updateTable('operator_sessions')
      .set({ aal: change.aal })
      .where('id', '=', sessionId)
      .execute();
  }
  if (change.ended) {
    await database.deleteFrom('operator_sessions').where('id', '=', sessionId).execute();
  }
  if (!change.aal) return token;
  const keyring = createKeyring(database, now);
  const session = {
    id: sessionId,
    operatorId: id,
    aal: 'aal1',
    amr: [],
    refreshToken: '',
  } as const;
  return (await signToken(keyring, session, email, now())).token;
}

const ended = await tokenOf('ended@escola.test', { ended: true });
const weak = await tokenOf('weak@escola.test', { aal: 'aal1', hasFactor: true });
const newcomer = await tokenOf('new@escola.test', { aal: 'aal1' });
const expired = await makeExpired();

async function makeExpired() {
  const { database, now, operator } = started;
  const keyring = createKeyring(database, now);
  const { sessionId: id, id: operatorId } = operator;
  const session = { id, operatorId, aal: 'aal2', amr: [], refreshToken: '' } as const;
  return (await signToken(keyring, session, operator.email, now() - 16 * 60_000)).token;
}

const [head = '', payload = ''] = started.operator.token.split('.');
const FORGED = {
  'no token': undefined,
  'an expired token': expired,
  'a token of another key': `${head}.${payload}.${'A'.repeat(86)}`,
  'a token without a key': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
  'a session that has ended': ended,
};

test.each(ROUTES)('%s %s refuses whoever does not prove who he is', async (...route) => {
  for (const [name, token] of Object.entries(FORGED)) {
    const answer = await call(route, token === undefined ? {} : { token });
    expect(codeOf(answer), name).toBe('401 unauthenticated');
  }
});

test.each(ROUTES)('%s %s wants both factors', async (...route) => {
  expect(codeOf(await call(route, { token: weak }))).toBe('403 mfa_required');
  expect(codeOf(await call(route, { token: newcomer }))).toBe('403 mfa_enrollment_required');
});

test.each(ROUTES)('%s %s refuses a page of another origin', async (...route) => {
  const { token } = started.operator;
  for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await call(route, { token, headers: headers as Record<string, string> });
    expect(codeOf(answer)).toBe('403 foreign_origin');
  }
});

const OWN = ROUTES.filter(([, path]) => !path.startsWith('account/'));

test.each(OWN)('%s %s refuses a parameter that it does not know', async (method, path) => {
  const { token } = started.operator;
  const answer = await call([method, `${path}?q=maria&surprise=1`], { token });
  // What a path names may be looked for first, and be nowhere.
  expect(['422 invalid', '404 not_found']).toContain(codeOf(answer));
  expect(JSON.stringify(answer.body)).toMatch(/surprise|“q” não é conhecido|não existe/);
});

test.each(OWN.filter(([method]) => !['GET', 'DELETE'].includes(method)))(
  '%s %s refuses unknown fields, what is too large, and what is no JSON',
  async (...route) => {
    const { token } = started.operator;
    const unknown = await call(route, { token, body: { surprise: 1 } });
    expect(codeOf(unknown)).toBe('422 invalid');
    expect(codeOf(await call(route, { token, body: '[1' }))).toBe('400 invalid');
    const large = { note: 'x'.repeat(60_000) };
    expect(codeOf(await call(route, { token, body: large }))).toBe('413 too_large');
    const polluted = '{"__proto__": {"state": "novo"}}';
    expect(codeOf(await call(route, { token, body: polluted }))).toBe('400 invalid');
  },
);

const ATTENDANTS = [
  'GET context',
  'GET live',
  'GET today',
  'GET leads',
  'POST leads/search',
  'GET leads/1',
  'GET applications',
  'POST applications/search',
  'GET applications/018f0000-0000-7000-8000-000000000000',
  'PATCH subjects/lead:1',
  'POST subjects/state',
  'POST subjects/lead:1/messages',
  'POST checkout-link',
  'GET templates',
  'GET people',
  'POST people/search',
  'GET people/HP1',
  'GET account/sessions',
  'DELETE account/sessions/018f0000-0000-7000-8000-000000000000',
];
/** Operators and secrets. */
const OWNERS = /^\w+ account\/operators|^(?:POST|DELETE) endpoints/;
const NEED_FRESH_FACTOR = /^(?:POST|PATCH|DELETE) (?:account\/operators|endpoints(?!.*\/test$))/;

const TOKENS = {
  owner: (await started.signIn('owner@escola.test', 'owner')).token,
  manager: (await started.signIn('manager@escola.test', 'manager')).token,
  attendant: (await started.signIn('attendant@escola.test', 'attendant')).token,
  stale: (await started.signIn('stale@escola.test', 'owner', 10 * 60_000 + 1_000)).token,
};

/** The refusal of an operator who proved who he is; null: the route answers. */
async function refusalOf([method, path]: [string, string], token: string) {
  const stop = new AbortController();
  const response = await fetch(`${started.address}/console/v1/${path}`, {
    ...{ method, signal: stop.signal, headers: { authorization: `Bearer ${token}` } },
  });
  const isRefused = response.status === 401 || response.status === 403;
  const refusal = isRefused ? `${response.status} ${(await response.json()).code}` : null;
  // The live stream has no end.
  stop.abort();
  return refusal;
}

test.each(ROUTES)(
  '%s %s answers the roles that may use it, and 403 the others',
  async (...route) => {
    const name = route.join(' ');
    const forbidden = '403 forbidden';
    expect(await refusalOf(route, TOKENS.attendant)).toBe(
      ATTENDANTS.includes(name) ? null : forbidden,
    );
    expect(await refusalOf(route, TOKENS.manager)).toBe(OWNERS.test(name) ? forbidden : null);
    expect(await refusalOf(route, TOKENS.owner)).toBe(null);
    expect(await refusalOf(route, TOKENS.stale)).toBe(
      NEED_FRESH_FACTOR.test(name) ? '401 reauthentication_needed' : null,
    );
  },
);

test('no log line has what was asked for', () => {
  expect(started.log.join('')).not.toMatch(/surprise|or 1=1|HP1/);
});
