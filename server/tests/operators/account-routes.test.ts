import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeRole, removeAccount } from '../../src/operators/accounts.ts';
import { listOperatorLinks, makeOperatorLink, redeemLink } from '../../src/operators/links.ts';
import type { Database } from '../../src/store/database.ts';
import { OPERATOR, postInvite, startConsole, startWithOwner } from '../console/start-console.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { countLockWaits } from '../store/count-lock-waits.ts';
import { usePostgres } from '../store/open-test-store.ts';

const BIA = { email: 'bia@escola.test', password: 'girassol no telhado' };

const postgres = await usePostgres();

test('PostgreSQL: makes one first operator by the links of two replicas, whichever is used first', async () => {
  await using started = await startConsole({
    env: { DATABASE_URL: await postgres.createDatabase() },
  });
  const tokens = [await started.makeOperatorLink(null), await started.makeOperatorLink(null)];
  for (const token of tokens) {
    expect(await postInvite(started.address, { token }, '/look')).toMatchObject({ status: 200 });
  }
  const [first = '', second = ''] = tokens;
  const redeem = (token: string, email: string) => {
    const account = { token, email, passwordHash: '$argon2id$', client: null };
    return redeemLink(started.database, account, Date.now());
  };
  const held = Promise.withResolvers<void>();
  const holding = started.database.transaction().execute(async (transaction) => {
    await sql`lock table funil.operators`.execute(transaction);
    await held.promise;
  });
  const redeemed = Promise.all([redeem(first, 'ana@escola.test'), redeem(second, BIA.email)]);
  await expect.poll(() => countLockWaits(started.database)).toBe(2);
  held.resolve();
  await holding;
  expect((await redeemed).filter((account) => account === null)).toHaveLength(1);
});

test('lets the first operator choose the address by a link, once', async () => {
  await using started = await startConsole();
  const token = await started.makeOperatorLink(null);
  const look = await postInvite(started.address, { token }, '/look');
  expect(await look.json()).toMatchObject({ email: null });
  const body = { token, email: ' Ana@Escola.test ', password: OPERATOR.password };
  const accepted = await postInvite(started.address, body);
  expect(await accepted.json()).toMatchObject({ user: { email: 'ana@escola.test' } });
  expect(await postInvite(started.address, body)).toMatchObject({ status: 404 });
  expect((await started.client().signInWithPassword(OPERATOR)).error).toBeNull();

  const secondLink = await started.makeOperatorLink(null);
  const again = await postInvite(started.address, { ...body, token: secondLink });
  expect(await again.json()).toMatchObject({ error_code: 'invite_not_found' });
});

test('gives the account of a link no other address and no other role', async () => {
  await using started = await startWithOwner();
  const { database, now } = started;
  const link = { email: 'bia@escola.test', role: 'manager' } as const;
  const token = await makeOperatorLink(database, link, now());
  const redeem = (email: string) =>
    redeemLink(database, { token, email, passwordHash: '$argon2id$x', client: null }, now());
  expect(await redeem('caio@escola.test')).toBeNull();
  expect(await redeem(link.email)).toMatchObject(link);
  expect(await redeem(link.email)).toBeNull();
});

test('refuses a link for another address, an unknown link, and a link after a day', async () => {
  await using started = await startConsole();
  const token = await started.makeOperatorLink('bia@escola.test');
  const accept = async (body: Record<string, unknown>) =>
    (await postInvite(started.address, { token, password: OPERATOR.password, ...body })).status;
  expect(await accept({ email: 'ana@escola.test' })).toBe(400);
  expect(await accept({ token: 'x' })).toBe(404);
  started.advanceClock(24 * 3_600_000 + 1);
  expect(await accept({})).toBe(404);
  expect((await postInvite(started.address, { token }, '/look')).status).toBe(404);
});

test.each([
  ['removed', removeAccount],
  [
    'demoted',
    (database: Database, email: string) => changeRole(database, { email, role: 'manager' }),
  ],
])('ends the links by and for an owner who is %s', async (_, end) => {
  await using started = await startWithOwner();
  const { id: createdBy } = await started.addOperator({ ...BIA, role: 'owner' });
  const { database } = started;
  const make = (email: string, by: string | null = createdBy) =>
    makeOperatorLink(database, { email, role: 'owner', createdBy: by }, started.now());
  const look = async (link: string) =>
    (await postInvite(started.address, { token: link }, '/look')).status;
  const links = [
    await make('bia@outro.test'),
    await make('ana@escola.test'),
    await make(BIA.email),
    await make('caio@escola.test', null),
  ];
  expect(await end(database, BIA.email)).toBe('done');
  expect(await Promise.all(links.map(look))).toEqual([404, 404, 404, 200]);
});

test('takes no link that an owner made while being demoted, except for the own password', async () => {
  await using started = await startWithOwner();
  const { id: createdBy } = await started.addOperator({ ...BIA, role: 'manager' });
  const { database, now } = started;
  const make = (email: string) =>
    makeOperatorLink(database, { email, role: 'owner', createdBy }, now());
  const accept = async (token: string) =>
    (await postInvite(started.address, { token, password: OPERATOR.password })).status;
  const inviteByDemoted = await make('bia@outro.test');
  expect(await listOperatorLinks(database, now())).toEqual([]);
  const look = await postInvite(started.address, { token: inviteByDemoted }, '/look');
  expect(look.status).toBe(404);
  expect([await accept(inviteByDemoted), await accept(await make(BIA.email))]).toEqual([404, 200]);
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
  expect((await postInvite(console.address, { token, password: OPERATOR.password })).status).toBe(
    404,
  );
});
