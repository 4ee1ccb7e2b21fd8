import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { openOperatorTest } from './operator-database.ts';
import { ask, enroll, OPERATOR, startConsole } from './start-console.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const ID = '018f0000-0000-7000-8000-000000000000';

/** Each route of the sign-in, with what it takes. */
const ROUTES: readonly (readonly [method: string, path: string, body: Record<string, unknown>])[] =
  [
    ['POST', 'token?grant_type=password', { email: 'bia@escola.test', password: 'errada errada' }],
    ['POST', 'token?grant_type=refresh_token', { refresh_token: 'A'.repeat(70) }],
    ['PUT', 'user', { password: 'curta', current_password: 'errada errada' }],
    ['POST', 'factors', { factor_type: 'totp', friendly_name: 'x', issuer: 'Funil' }],
    ['POST', `factors/${ID}/challenge`, { factorId: ID, channel: 'sms' }],
    ['POST', `factors/${ID}/verify`, { challenge_id: ID, code: '000000' }],
    ['POST', 'factors/recovery-codes', { friendly_name: 'x' }],
    ['POST', 'factors/recovery-codes/verify', { code: 'abcd-efgh-jkmn' }],
    ['POST', 'invite', { token: 'x', password: OPERATOR.password, email: 'bia@escola.test' }],
    ['POST', 'invite/look', { token: 'x' }],
    ['POST', '../../console/v1/account/operators', { email: 'bia@escola.test' }],
    ['DELETE', `../../console/v1/account/operators/${ID}`, {}],
    ['DELETE', `../../console/v1/account/sessions/${ID}`, {}],
    ['DELETE', `factors/${ID}`, {}],
  ];

const nasty = fc.oneof(
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

const call = fc.constantFrom(...ROUTES).chain(([method, path, body]) =>
  fc.record({
    method: fc.constant(method),
    path: fc.oneof(
      { weight: 4, arbitrary: fc.constant(path) },
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => {
        return path.replace(ID, encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '')));
      }),
    ),
    body: fc
      .array(fc.tuple(fc.constantFrom(...Object.keys(body), '__proto__', 'more'), nasty), {
        maxLength: 2,
      })
      .map((changes) => ({ ...body, ...Object.fromEntries(changes) })),
  }),
);

const toText = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? '';

test.each(['SQLite', 'PostgreSQL'])(
  '%s: whatever is sent to the sign-in, it is refused in its words and goes on',
  async (kind) => {
    await using database = await openOperatorTest(kind, postgres);
    await using started = await startConsole({ env: database.env });
    await started.addOperator();
    const { token } = await enroll(started);
    await fc.assert(
      fc.asyncProperty(call, async ({ method, path, body }) => {
        const url = `${started.address}/auth/v1/${path}`;
        const answer = await ask(url, { method, token, body: toText(body) });
        expect(answer.status).toBeLessThan(500);
        const text = await answer.text();
        if (answer.status >= 400)
          expect(JSON.parse(text)).toMatchObject({ code: expect.anything() });
      }),
      { numRuns: 150 },
    );
    expect((await ask(`${started.address}/auth/v1/user`, { token })).status).toBe(200);
    expect(started.log.join('')).not.toContain('unexpected error');
  },
);
