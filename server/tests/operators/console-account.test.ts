import { expect, test } from 'vitest';
import { totpCode } from '../../../testkit/totp.ts';
import { changeRole } from '../../src/operators/accounts.ts';
import { listLinks, makeLink, redeemLink } from '../../src/operators/links.ts';
import {
  ask,
  type Console,
  enroll,
  OPERATOR,
  startConsole,
  startWithOwner,
} from '../console/start-console.ts';
import { startConsoleData } from '../console/start-console-data.ts';

const BIA = { email: 'bia@escola.test', password: 'girassol no telhado' };

/** Posts to the routes of one-time links. */
const postInvite = (started: Pick<Console, 'address'>, body: Record<string, unknown>, path = '') =>
  ask(`${started.address}/auth/v1/invite${path}`, { method: 'POST', body });

test('lets the first operator choose the address by the newest link, once', async () => {
  await using started = await startConsole();
  const older = await started.makeLink(null);
  const token = await started.makeLink(null);
  expect(await postInvite(started, { token: older }, '/look')).toMatchObject({ status: 404 });
  const look = await postInvite(started, { token }, '/look');
  expect(await look.json()).toMatchObject({ email: null });
  const body = { token, email: ' Ana@Escola.test ', password: OPERATOR.password };
  const made = await postInvite(started, body);
  expect(await made.json()).toMatchObject({ user: { email: 'ana@escola.test' } });
  expect(await postInvite(started, body)).toMatchObject({ status: 404 });
  expect((await started.client().signInWithPassword(OPERATOR)).error).toBeNull();

  const late = await started.makeLink(null);
  const again = await postInvite(started, { ...body, token: late });
  expect(await again.json()).toMatchObject({ error_code: 'invite_not_found' });
});

test('invites an operator, who joins by the link, and removes the operator', async () => {
  await using started = await startWithOwner();
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
  const { password } = BIA;
  const joined = await postInvite(started, { token: invitation.token, password });
  const { user, access_token: hers } = await joined.json();
  const { items } = await (await ask(url, { token })).json();
  expect(items).toMatchObject([{ is_me: true }, { id: user.id, has_factor: false, is_me: false }]);

  expect((await ask(`${url}/${items[0].id}`, { method: 'DELETE', token })).status).toBe(400);
  expect((await ask(`${url}/${user.id}`, { method: 'DELETE', token })).status).toBe(204);
  expect((await ask(`${started.address}/auth/v1/user`, { token: hers })).status).toBe(401);
  expect((await ask(`${url}/${user.id}`, { method: 'DELETE', token })).status).toBe(404);
});

test('gives the account of a link no other address and no other role', async () => {
  await using started = await startWithOwner();
  const { database, now } = started;
  const link = { email: 'bia@escola.test', role: 'manager' } as const;
  const token = await makeLink(database, link, now());
  const redeem = (email: string) =>
    redeemLink(database, { token, email, passwordHash: '$argon2id$x', client: null }, now());
  expect(await redeem('caio@escola.test')).toBeNull();
  expect(await redeem(link.email)).toMatchObject(link);
  expect(await redeem(link.email)).toBeNull();
});

test('refuses a link with another address, an unknown one, and one after a day', async () => {
  await using started = await startConsole();
  const token = await started.makeLink('bia@escola.test');
  const accept = async (body: Record<string, unknown>) =>
    (await postInvite(started, { token, password: OPERATOR.password, ...body })).status;
  expect(await accept({ email: 'ana@escola.test' })).toBe(400);
  expect(await accept({ token: 'x' })).toBe(404);
  started.advanceClock(24 * 3_600_000 + 1);
  expect(await accept({})).toBe(404);
});

test('ends the links that an operator made when the operator is removed', async () => {
  await using started = await startWithOwner();
  await started.addOperator(BIA);
  const { token } = await enroll(started);
  const client = await started.signedIn(BIA);
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
  const look = async (link: string) => (await postInvite(started, { token: link }, '/look')).status;
  expect(await Promise.all([hers, hersToo, forHer, foreign].map(look))).toEqual([
    404, 404, 404, 200,
  ]);
});

test('ends the links by and for an owner when the owner is demoted', async () => {
  await using started = await startWithOwner();
  const { id: createdBy } = await started.addOperator({ ...BIA, role: 'owner' });
  const { database } = started;
  const make = (email: string, by: string | null = createdBy) =>
    makeLink(database, { email, role: 'owner', createdBy: by }, started.now());
  const look = async (link: string) => (await postInvite(started, { token: link }, '/look')).status;
  const links = [
    await make('bia@outro.test'),
    await make('ana@escola.test'),
    await make(BIA.email),
  ];
  const byCommand = await make('caio@escola.test', null);
  await changeRole(database, { email: BIA.email, role: 'manager' });
  expect(await Promise.all([...links, byCommand].map(look))).toEqual([404, 404, 404, 200]);

  // A link may still be stored while the role changes.
  const late = await make('bia@outro.test');
  expect((await postInvite(started, { token: late, password: BIA.password })).status).toBe(404);
  expect(await listLinks(database, started.now())).toMatchObject([{ email: 'caio@escola.test' }]);
  const forgotten = await make(BIA.email);
  expect(await look(forgotten)).toBe(200);
});

test('withdraws an open invitation', async () => {
  await using console = await startConsoleData();
  const path = 'account/operators';
  const email = 'caio@escola.test';
  const { token } = (await console.call('POST', path, { email, role: 'owner' })).body;
  const withdraw = () => console.call('DELETE', `${path}/invitations`, { email });
  expect((await withdraw()).status).toBe(204);
  expect((await withdraw()).status).toBe(404);
  expect((await console.get(path)).invitations).toEqual([]);
  expect((await postInvite(console, { token, password: OPERATOR.password })).status).toBe(404);
});

test("ends an account's links when its password changes", async () => {
  await using started = await startWithOwner();
  const link = await started.makeLink('ana@escola.test');
  const client = await started.signedIn();
  const changed = await client.updateUser({
    password: 'mais um girassol',
    current_password: OPERATOR.password,
  });
  expect(changed.error).toBeNull();
  expect((await postInvite(started, { token: link }, '/look')).status).toBe(404);
});
