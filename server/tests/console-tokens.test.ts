import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { totpCode } from '../../testkit/totp.ts';
import { ask, enroll, OPERATOR, startConsole } from './start-console.ts';

type Console = Awaited<ReturnType<typeof startConsole>>;

async function refresh(started: Console, refreshToken: string) {
  const answer = await ask(`${started.address}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    body: { refresh_token: refreshToken },
  });
  const { refresh_token: next, error_code: errorCode } = await answer.json();
  return { status: answer.status, next, errorCode };
}

const userStatus = async (started: Console, token: string) =>
  (await ask(`${started.address}/auth/v1/user`, { token })).status;

test('ends the tokens of the password step when the second factor is verified', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { secret, factorId } = await enroll(started);
  started.pass(60_000);
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
  await using started = await startConsole();
  await started.addOperator();
  const { data } = await started.client().signInWithPassword(OPERATOR);
  let newest = data.session?.refresh_token ?? '';
  for (let n = 0; n < 3; n += 1) {
    started.pass(9 * DAY_MS);
    newest = (await refresh(started, newest)).next;
  }
  started.pass(3 * DAY_MS + 1);
  expect(await refresh(started, newest)).toMatchObject({ errorCode: 'session_expired' });
});

test('takes no used refresh token, and the newest one, after the clock steps back', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { data } = await started.client().signInWithPassword(OPERATOR);
  const first = data.session?.refresh_token ?? '';
  const second = (await refresh(started, first)).next;
  started.pass(-3 * HOUR_MS);
  const third = await refresh(started, second);
  expect(third.status).toBe(200);
  expect(await refresh(started, first)).toMatchObject({ errorCode: 'refresh_token_already_used' });

  const other = await started.client().signInWithPassword(OPERATOR);
  const used = other.data.session?.refresh_token ?? '';
  await refresh(started, used);
  started.pass(-3 * HOUR_MS);
  expect(await refresh(started, used)).toMatchObject({ errorCode: 'refresh_token_already_used' });
});

test('takes new codes, and no used one, after the clock steps back', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { secret, factorId } = await enroll(started);
  const verify = async () => {
    const client = started.client();
    await client.signInWithPassword(OPERATOR);
    const code = totpCode(secret, started.now());
    return (await client.mfa.challengeAndVerify({ factorId, code })).error?.code;
  };
  started.pass(3 * HOUR_MS);
  expect(await verify()).toBeUndefined();
  started.pass(-3 * HOUR_MS);
  expect(await verify()).toBe('mfa_verification_failed');
  started.pass(-HOUR_MS);
  expect(await verify()).toBeUndefined();
});

test('lets a locked account try again after the clock steps back', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const wrong = { ...OPERATOR, password: 'errada errada' };
  for (let n = 0; n < 10; n += 1) await started.client().signInWithPassword(wrong);
  const locked = await started.client().signInWithPassword(OPERATOR);
  expect(locked.error?.code).toBe('over_request_rate_limit');
  started.pass(-3 * HOUR_MS);
  expect((await started.client().signInWithPassword(OPERATOR)).error).toBeNull();
});

test('keeps the session of two factors when a session of one signs out everywhere', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { token } = await enroll(started);
  const sessions = async () => {
    const answer = await ask(`${started.address}/console/v1/account/sessions`, { token });
    return (await answer.json()).items?.length;
  };
  const signIn = async () => {
    const { data } = await started.client().signInWithPassword(OPERATOR);
    return data.session?.access_token ?? '';
  };
  const [own, other] = [await signIn(), await signIn()];
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

test('ends the links that an operator made when the operator is removed', async () => {
  await using started = await startConsole();
  const bia = { email: 'bia@escola.test', password: 'girassol no telhado' };
  await started.addOperator();
  await started.addOperator(bia);
  const { token } = await enroll(started);
  const client = started.client();
  await client.signInWithPassword(bia);
  const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'dela' });
  const code = totpCode(factor.data?.totp.secret ?? '', started.now());
  const verified = await client.mfa.challengeAndVerify({ factorId: factor.data?.id ?? '', code });
  const url = `${started.address}/console/v1/account/operators`;
  const invite = async (by: string, email: string) =>
    (await (await ask(url, { method: 'POST', token: by, body: { email } })).json()).token;
  const hers = await invite(verified.data?.access_token ?? '', 'bia@outro.test');
  const hersToo = await invite(verified.data?.access_token ?? '', 'ana@escola.test');
  const forHer = await invite(token, 'bia@escola.test');
  const foreign = await invite(token, 'caio@escola.test');
  const id = verified.data?.user.id;
  expect((await ask(`${url}/${id}`, { method: 'DELETE', token })).status).toBe(204);
  const look = async (link: string) => {
    const body = { token: link };
    return (await ask(`${started.address}/auth/v1/invite/look`, { method: 'POST', body })).status;
  };
  expect(await Promise.all([hers, hersToo, forHer, foreign].map(look))).toEqual([
    404, 404, 404, 200,
  ]);
});

test("ends an account's links when its password changes", async () => {
  await using started = await startConsole();
  await started.addOperator();
  const link = await started.makeLink('ana@escola.test');
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  const changed = await client.updateUser({
    password: 'mais um girassol',
    current_password: OPERATOR.password,
  });
  expect(changed.error).toBeNull();
  const answer = await ask(`${started.address}/auth/v1/invite/look`, {
    method: 'POST',
    body: { token: link },
  });
  expect(answer.status).toBe(404);
});
