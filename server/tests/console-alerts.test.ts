import { expect, test } from 'vitest';
import { queryTables } from '../../testkit/query-tables.ts';
import { startSmtp } from '../../testkit/start-smtp.ts';
import { totpCode } from '../../testkit/totp.ts';
import { ask, enroll, OPERATOR, startConsole } from './start-console.ts';

const NOTIFY = { NOTIFY_FROM: 'Escola <avisos@escola.test>', NOTIFY_TO: 'vendas@escola.test' };

test('notifies the operator of a new device, a new factor and a reset', async () => {
  await using smtp = await startSmtp();
  const env = { ...NOTIFY, SMTP_URL: smtp.url(), TRUST_PROXY: 'loopback' };
  await using started = await startConsole({ env });
  await started.addOperator();
  const { secret, factorId } = await enroll(started);
  started.advanceClock(60_000);
  // The device is known by now.
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  await client.mfa.challengeAndVerify({ factorId, code: totpCode(secret, started.now()) });
  const token = await started.makeLink(OPERATOR.email);
  const reset = await ask(`${started.address}/auth/v1/invite`, {
    method: 'POST',
    body: { token, password: 'mais um girassol' },
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  });
  expect(reset.status).toBe(200);
  const taken = await smtp.messages(3);
  expect(taken.map(({ to, mail }) => [...to, mail.subject]).toSorted()).toEqual([
    ['ana@escola.test', 'Sua conta no painel: a sua senha foi definida de novo'],
    ['ana@escola.test', 'Sua conta no painel: entrada em um aparelho novo'],
    ['ana@escola.test', 'Sua conta no painel: um aplicativo de códigos foi ligado à sua conta'],
  ]);
  const about = taken.find(({ mail }) => mail.subject?.includes('senha'))?.mail.text;
  expect(about).toContain('Aparelho: Firefox no Linux');
  expect(about).toContain('203.0.113.9');
  const waiting = () => queryTables(started.env)('select count(*) as n from funil.operator_alerts');
  await expect.poll(async () => Number((await waiting())[0]?.n)).toBe(0);
});

test('signs in when the mail server is away, and keeps the notice', async () => {
  const env = { ...NOTIFY, SMTP_URL: 'smtp://127.0.0.1:9' };
  await using started = await startConsole({ env });
  await started.addOperator();
  expect((await started.client().signInWithPassword(OPERATOR)).error).toBeNull();
  const read = () => queryTables(started.env)('select kind, attempts from funil.operator_alerts');
  await expect.poll(read).toEqual([{ kind: 'device', attempts: 1 }]);
});
