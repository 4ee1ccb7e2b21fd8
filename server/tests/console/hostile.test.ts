import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { usePostgres } from '../store/open-test-store.ts';
import {
  ask,
  type Console,
  enroll,
  OPERATOR,
  refresh,
  signIn,
  startConsole,
  startWithOwner,
} from './start-console.ts';
import { startConsoleData } from './start-console-data.ts';

const postgres = await usePostgres();
const embedded = await startConsoleData();
afterAll(() => embedded[Symbol.asyncDispose]());
const served = await startConsoleData('PostgreSQL');
afterAll(() => served[Symbol.asyncDispose]());
const CONSOLES = [
  ['SQLite', embedded],
  ['PostgreSQL', served],
] as const;

const UUID = '018f0000-0000-7000-8000-000000000000';

const codeOf = ({ status, body }: { status: number; body: { code: string } }) =>
  `${status} ${body.code}`;

const LIST_ROUTES = [
  'leads',
  'applications',
  'sales',
  'deliveries',
  'notices',
  'audit',
  'requests',
];

test.each(LIST_ROUTES)('%s refuses invalid pages, days and searches', async (list) => {
  const hostile = [
    ...['limit=0', 'limit=201', 'limit=1e2', 'limit=-1', 'limit=50&limit=50', 'after=%00'],
    ...[`after=${'A'.repeat(500)}`, 'after=bm90aGluZw', 'after=__proto__'],
    ...[`q=${'x'.repeat(201)}`, 'q=%00', 'q[]=a', 'from=2026-02-31', 'until=ontem', 'state=tudo'],
  ];
  for (const query of hostile) {
    expect(codeOf(await embedded.call('GET', `${list}?${query}`)), query).toBe('422 invalid');
  }
});

test.each(CONSOLES)('%s: answers 404 or 400 to impossible keys of rows', async (_kind, console) => {
  const names = [
    ...['0', '-1', '9'.repeat(30), 'x', '1.5', '%00', '%27%20or%201=1', `${UUID}x`, '..%2f'],
    ...['lead:0', 'lead:9876999999999999', 'application:x', 'sale:x', 'sale:hotmart:%00'],
  ];
  for (const list of ['leads', 'applications', 'deliveries', 'people', 'sales/hotmart']) {
    for (const name of names) {
      const { status } = await console.call('GET', `${list}/${name}`);
      expect([404, 400], `${list}/${name}`).toContain(status);
    }
  }
});

test.each(CONSOLES)('%s: searches for databases’ special characters', async (_kind, console) => {
  const texts = [
    ...['%', '_', '\\', '"', "'", "' or 1=1 --", '(((', '@', '+', '55', '🙂', 'a\u0301'],
    ...['\u202e', '[', '{}', 'null', '0', '--', ';', 'a"b', '987699999987699999999999'],
  ];
  for (const q of texts) {
    for (const list of ['leads', 'applications', 'sales', 'deliveries']) {
      const { status } = await console.call('GET', `${list}?q=${encodeURIComponent(q)}`);
      expect(status, `${list} ${q}`).toBe(200);
    }
    const { status } = await console.call('POST', 'people/search', { q: `${q}  ` });
    expect(status, q).toBe(200);
  }
});

/** Every route of the sign-in, with a valid body. */
const ROUTES: readonly (readonly [method: string, path: string, body: Record<string, unknown>])[] =
  [
    ['POST', 'token?grant_type=password', { email: 'bia@escola.test', password: 'errada errada' }],
    ['POST', 'token?grant_type=refresh_token', { refresh_token: 'A'.repeat(70) }],
    ['PUT', 'user', { password: 'curta', current_password: 'errada errada' }],
    ['POST', 'factors', { factor_type: 'totp', friendly_name: 'x', issuer: 'Funil' }],
    ['POST', `factors/${UUID}/challenge`, { factorId: UUID, channel: 'sms' }],
    ['POST', `factors/${UUID}/verify`, { challenge_id: UUID, code: '000000' }],
    ['POST', 'factors/recovery-codes', { friendly_name: 'x' }],
    ['POST', 'factors/recovery-codes/verify', { code: 'abcd-efgh-jkmn' }],
    ['POST', 'invite', { token: 'x', password: OPERATOR.password, email: 'bia@escola.test' }],
    ['POST', 'invite/look', { token: 'x' }],
    ['POST', '../../console/v1/account/operators', { email: 'bia@escola.test' }],
    ['DELETE', `../../console/v1/account/operators/${UUID}`, {}],
    ['DELETE', `../../console/v1/account/sessions/${UUID}`, {}],
    ['DELETE', `factors/${UUID}`, {}],
  ];

const hostileValue = fc.oneof(
  fc.anything({ maxDepth: 2, withNullPrototype: false }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    'x\0@escola.test',
    "' or 1=1--",
    'A'.repeat(70),
    '\u202e',
    null,
  ),
);

const hostileRequest = fc.constantFrom(...ROUTES).chain(([method, path, body]) =>
  fc.record({
    method: fc.constant(method),
    path: fc.oneof(
      { weight: 4, arbitrary: fc.constant(path) },
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => {
        return path.replace(UUID, encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '')));
      }),
    ),
    body: fc
      .array(fc.tuple(fc.constantFrom(...Object.keys(body), '__proto__', 'more'), hostileValue), {
        maxLength: 2,
      })
      .map((changes) => ({ ...body, ...Object.fromEntries(changes) })),
  }),
);

const toText = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? '';

test('refuses random sign-in requests without an internal error', async () => {
  const env = { DATABASE_URL: await postgres.createDatabase() };
  await using started = await startConsole({ env });
  const { address, log } = started;
  await started.addOperator();
  const { token } = await enroll(started);
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ method, path, body }) => {
      const url = `${address}/auth/v1/${path}`;
      const response = await ask(url, { method, token, body: toText(body) });
      expect(response.status).toBeLessThan(500);
      const text = await response.text();
      if (response.status >= 400)
        expect(JSON.parse(text)).toMatchObject({ code: expect.anything() });
    }),
    { numRuns: 150 },
  );
  expect((await ask(`${address}/auth/v1/user`, { token })).status).toBe(200);
  expect(log.join('')).not.toContain('unexpected error');
});

test('names a full disk', async () => {
  await using console = await startConsoleData();
  await sql`pragma max_page_count = 1`.execute(console.database);
  const template = { name: 'Volta', text: 'Oi! '.repeat(400), for: 'lead' };
  for (let row = 0; row < 20; row += 1) await console.call('POST', 'templates', template);
  const { status, body } = await console.call('POST', 'templates', template);
  expect(status).toBe(503);
  expect(body).toMatchObject({ code: 'busy', message: expect.stringContaining('disco') });
});

/** Signs in, and returns the status and the error's code. */
async function trySignIn({ address }: Console) {
  const url = `${address}/auth/v1/token?grant_type=password`;
  const answer = await ask(url, { method: 'POST', body: OPERATOR });
  return [answer.status, (await answer.json()).error_code];
}

test('answers 503 to a sign-in while PostgreSQL does not answer, and signs in afterwards', async () => {
  const env = { DATABASE_URL: await postgres.createDatabase() };
  await using started = await startWithOwner({ env });
  await postgres.stop();
  onTestFinished(() => postgres.start());
  expect(await trySignIn(started)).toEqual([503, 'database_unavailable']);
  await postgres.start();
  await expect.poll(() => trySignIn(started)).toEqual([200, undefined]);
});

test('answers 503 to a sign-in and a refresh while the disk is full', async () => {
  await using started = await startWithOwner();
  const { refresh: token } = await signIn(started);
  for (const write of ['insert', 'update']) {
    await sql`create trigger ${sql.raw(`full_at_${write}`)} before ${sql.raw(write)} on operator_sessions
      begin select raise(abort, 'database or disk is full'); end`.execute(started.database);
  }
  expect(await trySignIn(started)).toEqual([503, 'disk_full']);
  expect(await refresh(started, token)).toMatchObject({ status: 503, errorCode: 'disk_full' });
});
