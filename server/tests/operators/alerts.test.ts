import { DAY_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { startSmtp } from '../../../testkit/fakes/smtp.ts';
import { totpCode } from '../../../testkit/totp.ts';
import { findDelivery, listDeliveryPage } from '../../src/deliveries/list-deliveries.ts';
import { readOldestWaitingMs } from '../../src/deliveries/metrics.ts';
import { replayOne } from '../../src/deliveries/replay.ts';
import { purgeExpired } from '../../src/jobs/purge-expired.ts';
import { removeAccount } from '../../src/operators/accounts.ts';
import { countDeadDeliveries } from '../../src/today/today.ts';
import { ask, enroll, OPERATOR, startConsole, startWithOwner } from '../console/start-console.ts';

const NOTIFY = { NOTIFY_FROM: 'Escola <avisos@escola.test>', NOTIFY_TO: 'vendas@escola.test' };

test('notifies the operator of a new device, a new factor and a reset', async () => {
  await using smtp = await startSmtp();
  const env = { ...NOTIFY, SMTP_URL: smtp.url(), TRUST_PROXY: 'loopback' };
  await using started = await startWithOwner({ env });
  const { secret, factorId } = await enroll(started);
  // The clock moves to the next code, but not beyond the lease of an e-mail that is being sent.
  started.advanceClock(30_000);
  // A second sign-in of the same device causes no e-mail.
  const client = await started.signedIn();
  await client.mfa.challengeAndVerify({ factorId, code: totpCode(secret, started.now()) });
  const token = await started.makeOperatorLink(OPERATOR.email);
  const reset = await ask(`${started.address}/auth/v1/invite`, {
    method: 'POST',
    body: { token, password: 'mais um girassol' },
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  });
  expect(reset.status).toBe(200);
  const mails = await smtp.messages(3);
  expect(mails.map(({ to, mail }) => [...to, mail.subject]).toSorted()).toEqual([
    ['ana@escola.test', 'Sua conta no painel: a sua senha foi definida de novo'],
    ['ana@escola.test', 'Sua conta no painel: entrada em um aparelho novo'],
    ['ana@escola.test', 'Sua conta no painel: um aplicativo de códigos foi ligado à sua conta'],
  ]);
  const passwordMail = mails.find(({ mail }) => mail.subject?.includes('senha'))?.mail.text;
  expect(passwordMail).toContain('Aparelho: Firefox no Linux');
  expect(passwordMail).toContain('203.0.113.9');
  const states = () => queryTables(started.env)('select state, destination from funil.deliveries');
  await expect
    .poll(states)
    .toEqual(Array(3).fill({ state: 'delivered', destination: 'mail:operators' }));
});

test('signs in when the mail server is down, and keeps the e-mail in the queue', async () => {
  const env = { ...NOTIFY, SMTP_URL: 'smtp://127.0.0.1:9' };
  await using started = await startWithOwner({ env });
  expect((await started.client().signInWithPassword(OPERATOR)).error).toBeNull();
  const read = () => queryTables(started.env)('select state, attempts from funil.deliveries');
  await expect.poll(read).toEqual([{ state: 'waiting', attempts: 1 }]);
});

test('lists, counts and replays no e-mail to an operator', async () => {
  await using started = await startConsole();
  const { database } = started;
  await started.addOperator();
  await started.client().signInWithPassword(OPERATOR);
  expect(await readOldestWaitingMs(database, started.now() + DAY_MS)).toBe(0);
  const [delivery] = await queryTables(started.env)(
    "update funil.deliveries set state = 'dead', ended_at = created_at returning id, destination",
  );
  const id = String(delivery?.id);
  expect(delivery?.destination).toBe('mail:operators');
  expect((await listDeliveryPage(database, { after: null, limit: 9 })).items).toEqual([]);
  expect(await findDelivery(database, id)).toBeNull();
  expect((await countDeadDeliveries(database)).count).toBe(0);
  expect(await replayOne(database, id, new Date().toISOString())).toEqual({
    ok: false,
    reason: 'unknown',
  });
});

test('removes e-mails to operators after three days, and with their operator', async () => {
  await using started = await startConsole();
  const { database, now } = started;
  await started.addOperator();
  await started.addOperator({ email: 'bia@escola.test', password: OPERATOR.password });
  await started.client().signInWithPassword(OPERATOR);
  const bia = { email: 'bia@escola.test', password: OPERATOR.password };
  await started.client().signInWithPassword(bia);
  const count = async () => {
    const rows = await queryTables(started.env)('select number from funil.outbox_events');
    return rows.length;
  };
  expect(await count()).toBe(2);
  await removeAccount(database, 'bia@escola.test');
  expect(await count()).toBe(1);
  await purgeExpired(database, now() + 2 * DAY_MS);
  expect(await count()).toBe(1);
  await purgeExpired(database, now() + 4 * DAY_MS);
  expect(await count()).toBe(0);
});
