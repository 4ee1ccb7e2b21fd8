import { expect, test } from 'vitest';
import { ask, OPERATOR, startConsole } from './start-console.ts';

type Console = Awaited<ReturnType<typeof startConsole>>;

async function signIn(started: Console) {
  const { data } = await started.client().signInWithPassword(OPERATOR);
  return { refresh: data.session?.refresh_token ?? '', token: data.session?.access_token ?? '' };
}

async function refresh(started: Console, refreshToken: string) {
  const answer = await ask(`${started.address}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    body: { refresh_token: refreshToken },
  });
  const { refresh_token: next, error_code: errorCode } = await answer.json();
  return { status: answer.status, next, errorCode };
}

test('two tabs that renew at once both go on, with the same token', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { refresh: first } = await signIn(started);
  const both = await Promise.all([refresh(started, first), refresh(started, first)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.next).toBe(both[1]?.next);
});

test('an answer that was lost is given again within ten seconds', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { refresh: first } = await signIn(started);
  const lost = await refresh(started, first);
  started.pass(9_000);
  expect(await refresh(started, first)).toMatchObject({ status: 200, next: lost.next });
});

test.each([
  ['the one before the newest, after ten seconds', 1, 11_000],
  ['an older one, at once', 2, 0],
])('a refresh token that was used ends its session: %s', async (_which, renewals, pause) => {
  await using started = await startConsole();
  await started.addOperator();
  const { refresh: first, token } = await signIn(started);
  let newest = first;
  for (let n = 0; n < renewals; n += 1) newest = (await refresh(started, newest)).next;
  started.pass(pause);
  expect(await refresh(started, first)).toMatchObject({
    status: 400,
    errorCode: 'refresh_token_already_used',
  });
  expect(await refresh(started, newest)).toMatchObject({ errorCode: 'refresh_token_not_found' });
  const user = await ask(`${started.address}/auth/v1/user`, { token });
  expect(await user.json()).toMatchObject({ error_code: 'session_not_found' });
});

test('a made-up refresh token ends nothing', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { refresh: first } = await signIn(started);
  const last = first.endsWith('A') ? 'B' : 'A';
  for (const made of ['', 'x', `${first.slice(0, -4)}${last}aaa`, 'A'.repeat(70)]) {
    expect(await refresh(started, made)).toMatchObject({ errorCode: 'refresh_token_not_found' });
  }
  expect(await refresh(started, first)).toMatchObject({ status: 200 });
});

test('a session that nobody came back to for thirty days is over', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { refresh: first } = await signIn(started);
  started.pass(31 * 24 * 3_600_000);
  expect(await refresh(started, first)).toMatchObject({ errorCode: 'session_expired' });
});

test('the official client is signed out by a token that was stolen and used', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const client = started.client();
  const events: string[] = [];
  const { data } = await client.signInWithPassword(OPERATOR);
  client.onAuthStateChange((event) => void events.push(event));
  const thief = await refresh(started, data.session?.refresh_token ?? '');
  started.pass(11_000);
  expect((await client.refreshSession()).error?.code).toBe('refresh_token_already_used');
  // Its access token is young enough for the client to keep it, until it is used.
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await client.getSession()).data.session).toBeNull();
  expect(events).toContain('SIGNED_OUT');
  expect(await refresh(started, thief.next)).toMatchObject({ status: 400 });
});
