import { expect, test } from 'vitest';
import { ask, enroll, OPERATOR, startConsole } from './start-console.ts';

test('an operator sees his sessions, and ends one that is not his hands', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { token } = await enroll(started);
  const other = started.client();
  await other.signInWithPassword(OPERATOR);
  const url = `${started.address}/console/v1/account/sessions`;
  const { items } = await (await ask(url, { token })).json();
  expect(items).toMatchObject([
    { aal: 'aal1', is_current: false, address: '127.0.0.1', user_agent: 'node' },
    { aal: 'aal2', is_current: true },
  ]);
  expect((await ask(`${url}/${items[0].id}`, { method: 'DELETE', token })).status).toBe(204);
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await ask(`${url}/${items[0].id}`, { method: 'DELETE', token })).status).toBe(404);
  expect((await ask(`${url}/x`, { method: 'DELETE', token })).status).toBe(404);
});

test("nobody ends another operator's session", async () => {
  await using started = await startConsole();
  const bia = { email: 'bia@escola.test', password: 'girassol no telhado' };
  await started.addOperator();
  await started.addOperator(bia);
  const { token } = await enroll(started);
  const other = started.client();
  await other.signInWithPassword(bia);
  const id = (await other.getClaims()).data?.claims.session_id;
  const url = `${started.address}/console/v1/account/sessions/${id}`;
  expect((await ask(url, { method: 'DELETE', token })).status).toBe(404);
  expect((await other.getUser()).error).toBeNull();
});

test('sign-out ends this session, the others, or all, as it is asked', async () => {
  await using started = await startConsole();
  await started.addOperator();
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

test('an operator invites another, who joins by the link, and removes him', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { token } = await enroll(started);
  const url = `${started.address}/console/v1/account/operators`;
  const invited = await ask(url, { method: 'POST', token, body: { email: 'Bia@escola.test' } });
  expect(invited.status).toBe(201);
  const invitation = await invited.json();
  expect(invitation.email).toBe('bia@escola.test');
  expect(await (await ask(url, { token })).json()).toMatchObject({
    items: [{ email: 'ana@escola.test', has_factor: true, is_me: true }],
    invitations: [{ email: 'bia@escola.test' }],
  });
  const joined = await ask(`${started.address}/auth/v1/invite`, {
    method: 'POST',
    body: { token: invitation.token, password: 'girassol no telhado' },
  });
  const { user, access_token: hers } = await joined.json();
  const { items } = await (await ask(url, { token })).json();
  expect(items).toMatchObject([{ is_me: true }, { id: user.id, has_factor: false, is_me: false }]);

  expect((await ask(`${url}/${items[0].id}`, { method: 'DELETE', token })).status).toBe(400);
  expect((await ask(`${url}/${user.id}`, { method: 'DELETE', token })).status).toBe(204);
  expect((await ask(`${started.address}/auth/v1/user`, { token: hers })).status).toBe(401);
  expect((await ask(`${url}/${user.id}`, { method: 'DELETE', token })).status).toBe(404);
});

test('a link for another address, or after a day, makes nobody', async () => {
  await using started = await startConsole();
  const token = await started.makeLink('bia@escola.test');
  const accept = async (body: Record<string, unknown>) => {
    const sent = { token, password: OPERATOR.password, ...body };
    return (await ask(`${started.address}/auth/v1/invite`, { method: 'POST', body: sent })).status;
  };
  expect(await accept({ email: 'ana@escola.test' })).toBe(400);
  expect(await accept({ token: 'x' })).toBe(404);
  started.pass(24 * 3_600_000 + 1);
  expect(await accept({})).toBe(404);
});
