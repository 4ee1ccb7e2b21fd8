import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { totpCode } from '../../../testkit/totp.ts';
import { createServerKeys } from '../../src/settings/secrets-key.ts';
import {
  ask,
  type Console,
  enroll,
  OPERATOR,
  refresh,
  signIn,
  startConsole,
  startWithOwner,
} from '../console/start-console.ts';

const BIA = { email: 'bia@escola.test', password: 'girassol no telhado' };

const userStatus = async (started: Console, token: string) =>
  (await ask(`${started.address}/auth/v1/user`, { token })).status;

test('signs the official client in, refreshes its session and signs it out', async () => {
  await using started = await startConsole();
  const { id } = await started.addOperator();
  const client = started.client();
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const { data, error } = await client.signInWithPassword(OPERATOR);
  expect(error).toBeNull();
  expect(data.session).toMatchObject({ expires_in: 900, token_type: 'bearer' });
  expect(data.user).toMatchObject({ id, email: 'ana@escola.test', factors: [] });
  const claims = await client.getClaims();
  expect(claims.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
  expect(claims.data?.claims).toMatchObject({
    sub: id,
    aud: 'authenticated',
    email: 'ana@escola.test',
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
  const renewed = await client.refreshSession();
  expect(renewed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
  expect((await client.getUser()).data.user?.id).toBe(id);
  expect(await client.signOut()).toEqual({ error: null });
  expect(await userStatus(started, renewed.data.session?.access_token ?? '')).toBe(401);
  expect(events).toEqual(expect.arrayContaining(['SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT']));
});

test('accepts no token or secret made from a copy of the database alone', async () => {
  await using started = await startConsole();
  const { id } = await started.addOperator();
  const { secret } = await enroll(started);
  const { database } = started;
  const session = await database
    .selectFrom('operator_sessions')
    .selectAll()
    .executeTakeFirstOrThrow();
  const payload = Buffer.concat([
    Buffer.from(session.id.replaceAll('-', ''), 'hex'),
    Buffer.alloc(4),
  ]);
  payload.writeUInt32BE(session.generation, 16);
  const mac = createHmac('sha256', session.refresh_key).update(payload).digest();
  const forged = Buffer.concat([payload, mac]).toString('base64url');
  expect(await refresh(started, forged)).toMatchObject({ status: 400 });

  const factors = await database.selectFrom('operator_factors').select('secret').execute();
  const keys = await database.selectFrom('signing_keys').select('private_jwk').execute();
  expect(JSON.stringify([factors, keys])).not.toMatch(new RegExp(`${secret}|"d"`));
  expect([factors.length, keys.length]).toEqual([1, 1]);
  expect(await database.selectFrom('operators').select('id').execute()).toEqual([{ id }]);
});

test('reports that a lost key sealed the second factor, and accepts a recovery code instead', async () => {
  await using started = await startWithOwner();
  const { client, factorId, secret } = await enroll(started);
  const codes = (await client.mfa.recoveryCodes.generate()).data?.codes ?? [];
  const sealed = createServerKeys(randomBytes(32)).seal(`factor ${factorId}`, secret);
  await started.database
    .updateTable('operator_factors')
    .set({ secret: sealed })
    .where('id', '=', factorId)
    .execute();
  await client.signInWithPassword(OPERATOR);
  const code = totpCode(secret, started.now());
  const { error } = await client.mfa.challengeAndVerify({ factorId, code });
  expect(error?.code).toBe('mfa_factor_of_other_key');
  const recovered = await client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
  expect(recovered.error).toBeNull();
});

test('publishes public keys only', async () => {
  await using started = await startConsole();
  const response = await ask(`${started.address}/auth/v1/.well-known/jwks.json`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=600');
  const text = expect.any(String);
  const key = { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  expect((await response.json()).keys).toEqual([{ ...key, kid: text, x: text, y: text }]);
});

test('gives two parallel refreshes the same token, and repeats it for ten seconds', async () => {
  await using started = await startWithOwner();
  const { refresh: first } = await signIn(started);
  const both = await Promise.all([refresh(started, first), refresh(started, first)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.next).toBe(both[1]?.next);
  started.advanceClock(9_000);
  expect(await refresh(started, first)).toMatchObject({ status: 200, next: both[0]?.next });
});

test.each([
  ['the token before the newest, after ten seconds', 1, 11_000],
  ['an older token, at once', 2, 0],
])('ends a session when a used refresh token comes again: %s', async (_which, renewals, pause) => {
  await using started = await startWithOwner();
  const { refresh: first, token } = await signIn(started);
  let newest = first;
  for (let n = 0; n < renewals; n += 1) newest = (await refresh(started, newest)).next;
  started.advanceClock(pause);
  expect(await refresh(started, first)).toMatchObject({
    status: 400,
    errorCode: 'refresh_token_already_used',
  });
  expect(await refresh(started, newest)).toMatchObject({ errorCode: 'refresh_token_not_found' });
  const user = await ask(`${started.address}/auth/v1/user`, { token });
  expect(await user.json()).toMatchObject({ error_code: 'session_not_found' });
});

test('refuses forged refresh tokens, and keeps the session', async () => {
  await using started = await startWithOwner();
  const { refresh: first } = await signIn(started);
  const otherEnd = first.endsWith('A') ? 'B' : 'A';
  for (const forged of ['', 'x', `${first.slice(0, -4)}${otherEnd}aaa`, 'A'.repeat(70)]) {
    expect(await refresh(started, forged)).toMatchObject({ errorCode: 'refresh_token_not_found' });
  }
  expect(await refresh(started, first)).toMatchObject({ status: 200 });
});

test('ends the tokens of the password step when the second factor is verified', async () => {
  await using started = await startWithOwner();
  const { secret, factorId } = await enroll(started);
  started.advanceClock(60_000);
  const client = started.client();
  const { data } = await client.signInWithPassword(OPERATOR);
  const before = data.session;
  const code = totpCode(secret, started.now());
  const verified = await client.mfa.challengeAndVerify({ factorId, code });
  expect(await refresh(started, before?.refresh_token ?? '')).toMatchObject({
    status: 400,
    errorCode: 'refresh_token_not_found',
  });
  expect(await userStatus(started, before?.access_token ?? '')).toBe(401);
  expect(await userStatus(started, verified.data?.access_token ?? '')).toBe(200);
  expect(await refresh(started, verified.data?.refresh_token ?? '')).toMatchObject({ status: 200 });
});

test('ends a session 30 days after its password, however often it is refreshed', async () => {
  await using started = await startWithOwner();
  let { refresh: newest } = await signIn(started);
  for (let n = 0; n < 3; n += 1) {
    started.advanceClock(9 * DAY_MS);
    newest = (await refresh(started, newest)).next;
  }
  started.advanceClock(3 * DAY_MS - MINUTE_MS);
  const last = await refresh(started, newest);
  expect(await userStatus(started, last.token)).toBe(200);
  started.advanceClock(MINUTE_MS);
  expect(await userStatus(started, last.token)).toBe(401);
  expect(await refresh(started, last.next)).toMatchObject({ errorCode: 'session_expired' });
});

test('accepts only the newest refresh token after the clock steps back', async () => {
  await using started = await startWithOwner();
  const { refresh: first } = await signIn(started);
  const second = (await refresh(started, first)).next;
  started.advanceClock(-3 * HOUR_MS);
  expect((await refresh(started, second)).status).toBe(200);
  expect(await refresh(started, first)).toMatchObject({ errorCode: 'refresh_token_already_used' });

  const { refresh: used } = await signIn(started);
  await refresh(started, used);
  started.advanceClock(-3 * HOUR_MS);
  expect(await refresh(started, used)).toMatchObject({ errorCode: 'refresh_token_already_used' });
});

test('ends this session, the others, or all by the scope of a sign-out', async () => {
  await using started = await startWithOwner();
  const [one, two, three] = [started.client(), started.client(), started.client()];
  for (const client of [one, two, three]) await client.signInWithPassword(OPERATOR);
  const isIn = async (client: typeof one) => (await client.getUser()).error === null;
  await one.signOut({ scope: 'local' });
  expect([await isIn(two), await isIn(three)]).toEqual([true, true]);
  await two.signOut({ scope: 'others' });
  expect([await isIn(two), await isIn(three)]).toEqual([true, false]);
  await two.signOut({ scope: 'global' });
  expect(await isIn(two)).toBe(false);
});

test('keeps the aal2 session when an aal1 session signs out everywhere', async () => {
  await using started = await startWithOwner();
  const { token } = await enroll(started);
  const sessions = async () => {
    const response = await ask(`${started.address}/console/v1/account/sessions`, { token });
    return (await response.json()).items?.length;
  };
  const { token: own } = await signIn(started);
  const { token: other } = await signIn(started);
  const signOut = (scope: string, bearer: string) =>
    ask(`${started.address}/auth/v1/logout?scope=${scope}`, { method: 'POST', token: bearer });
  expect((await signOut('others', own)).status).toBe(403);
  expect(await sessions()).toBe(3);
  expect((await signOut('global', own)).status).toBe(204);
  expect(await sessions()).toBe(2);
  expect(await userStatus(started, other)).toBe(200);
  expect((await signOut('global', token)).status).toBe(204);
  expect(await userStatus(started, other)).toBe(401);
});

test("lists an operator's sessions, and ends another one of them, but no other operator's", async () => {
  await using started = await startWithOwner();
  await started.addOperator(BIA);
  const { token } = await enroll(started);
  const { token: other } = await signIn(started);
  const url = `${started.address}/console/v1/account/sessions`;
  const { items } = await (await ask(url, { token })).json();
  expect(items).toMatchObject([
    { aal: 'aal1', is_current: false, address: '127.0.0.1', user_agent: 'node' },
    { aal: 'aal2', is_current: true },
  ]);
  const end = async (id: unknown) =>
    (await ask(`${url}/${id}`, { method: 'DELETE', token })).status;
  expect(await end(items[0].id)).toBe(204);
  expect(await userStatus(started, other)).toBe(401);
  expect(await end(items[0].id)).toBe(404);
  expect(await end('x')).toBe(404);
  const bia = await started.signedIn(BIA);
  expect(await end((await bia.getClaims()).data?.claims.session_id)).toBe(404);
  expect((await bia.getUser()).error).toBeNull();
});
