import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { startSmtp } from '../../../testkit/fakes/smtp.ts';
import { totpCode } from '../../../testkit/totp.ts';
import { makeMailedLink } from '../../src/operators/links.ts';
import {
  ask,
  type Console,
  enroll,
  OPERATOR,
  postInvite,
  refresh,
  signIn,
  startConsole,
} from '../console/start-console.ts';

const CONSOLE_URL = 'https://console.escola.test';
const UNKNOWN_EMAIL = 'ninguem@escola.test';
const NEW_PASSWORD = 'mais um girassol';
const DEVICE = '3f2a9c14d0b7e6583f2a9c14d0b7e658';

/** Starts a console that sends e-mails, with one operator. */
async function startWithMail() {
  const smtp = await startSmtp();
  const started = await startConsole({
    env: {
      CONSOLE_URL,
      SMTP_URL: smtp.url(),
      NOTIFY_FROM: 'Escola <avisos@escola.test>',
      NOTIFY_TO: 'vendas@escola.test',
      TRUST_PROXY: 'loopback',
    },
  });
  await started.addOperator();
  return {
    ...started,
    smtp,
    /**
     * Returns the tokens of the mailed links, once there are `count` and no delivery waits. A delivery that waits would
     * lose its lease when a test advances the clock, and a second e-mail would replace the link.
     */
    async readTokens(count: number): Promise<string[]> {
      const links = () => smtp.received.flatMap(({ mail }) => findToken(mail.text));
      await expect.poll(() => links().length).toBe(count);
      const states = async () => (await readStates(started)).map(({ state }) => state);
      await expect.poll(states).not.toContain('waiting');
      return links();
    },
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

const findToken = (text = ''): string[] => {
  const [, token] =
    /https:\/\/console\.escola\.test\/primeiro-acesso#([\w-]{32})\n/.exec(text) ?? [];
  return token === undefined ? [] : [token];
};

const recover = (started: Console, email: string, headers: Record<string, string> = {}) =>
  ask(`${started.address}/auth/v1/recover`, { method: 'POST', body: { email }, headers });

const redeem = (started: Console, token: string, password = NEW_PASSWORD) =>
  postInvite(started.address, { token, password });

const readStates = ({ env }: Console) =>
  queryTables(env)('select state, outcome from funil.deliveries');

test('mails a link that sets a password once, ends the sessions and leaves the second factor', async () => {
  await using started = await startWithMail();
  const { smtp } = started;
  const { secret, factorId } = await enroll(started);
  const { refresh: stolen } = await signIn(started);
  expect((await started.client().resetPasswordForEmail(OPERATOR.email)).error).toBeNull();
  const [token = ''] = await started.readTokens(1);
  const renewed = await redeem(started, token);
  const { access_token: passwordToken } = await renewed.json();
  const answer = await ask(`${started.address}/console/v1/context`, { token: passwordToken });
  expect([answer.status, (await answer.json()).code]).toEqual([403, 'mfa_required']);
  expect((await redeem(started, token)).status).toBe(404);
  expect((await refresh(started, stolen)).status).toBe(400);
  const client = started.client();
  expect((await client.signInWithPassword(OPERATOR)).error?.code).toBe('invalid_credentials');
  await client.signInWithPassword({ ...OPERATOR, password: NEW_PASSWORD });
  started.advanceClock(MINUTE_MS);
  const code = totpCode(secret, started.now());
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  const subjects = () => smtp.received.map(({ mail }) => mail.subject);
  await expect.poll(subjects).toContain('Sua conta no painel: a sua senha foi definida de novo');
  const trail = await queryTables(started.env)(
    "select action, operator_email from funil.audit where action like 'password.%n%'",
  );
  expect(trail).toContainEqual({ action: 'password.forgotten', operator_email: OPERATOR.email });
  expect(trail).toContainEqual({ action: 'password.renewed', operator_email: OPERATOR.email });
});

test('gives an unknown address the same response, and mails nothing to it', async () => {
  await using started = await startWithMail();
  const { smtp } = started;
  const unknown = await recover(started, UNKNOWN_EMAIL);
  const ownAddress = await recover(started, OPERATOR.email);
  expect([unknown.status, ownAddress.status]).toEqual([200, 200]);
  expect(await unknown.text()).toBe(await ownAddress.text());
  expect([...unknown.headers.keys()]).toEqual([...ownAddress.headers.keys()]);
  await started.readTokens(1);
  expect(smtp.received.flatMap(({ to }) => to)).toEqual([OPERATOR.email]);
});

test('looks an address up only after its response', async () => {
  await using started = await startWithMail();
  await queryTables(started.env)('drop table funil.deliveries');
  expect((await recover(started, OPERATOR.email)).status).toBe(200);
  await expect.poll(() => started.log.join('')).toContain('was not queued');
});

test('makes strangers wait after three requests, but not the operator’s own device', async () => {
  await using started = await startWithMail();
  const knownDevice = { 'x-forwarded-for': '198.51.100.7', 'funil-device': DEVICE };
  await ask(`${started.address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: OPERATOR,
    headers: knownDevice,
  });
  for (const email of [OPERATOR.email, UNKNOWN_EMAIL]) {
    const from = (n: number) => recover(started, email, { 'x-forwarded-for': `203.0.113.${n}` });
    for (let n = 0; n < 3; n += 1) expect((await from(1)).status).toBe(200);
    const refused = await from(1);
    expect([refused.status, (await refused.json()).error_code]).toEqual([
      429,
      'over_request_rate_limit',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    for (let n = 2; n < 4; n += 1) expect((await from(n)).status).toBe(200);
    expect((await from(9)).status).toBe(429);
  }
  expect((await recover(started, OPERATOR.email, knownDevice)).status).toBe(200);
});

test('limits the links that one address requests for many accounts', async () => {
  await using started = await startWithMail();
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    statuses.push((await recover(started, `x${n}@escola.test`)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test('takes the link’s address from CONSOLE_URL, whatever a request’s headers say', async () => {
  await using started = await startWithMail();
  const { smtp } = started;
  const headers = {
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.test',
  };
  expect((await recover(started, OPERATOR.email, headers)).status).toBe(200);
  await started.readTokens(1);
  expect(smtp.received[0]?.raw).not.toContain('evil.test');
});

test('lets only the newest link set a password, once among parallel requests', async () => {
  await using started = await startWithMail();
  await recover(started, OPERATOR.email);
  const [first = ''] = await started.readTokens(1);
  await recover(started, OPERATOR.email);
  const second = (await started.readTokens(2)).find((token) => token !== first) ?? '';
  expect((await redeem(started, first)).status).toBe(404);
  const passwords = ['mais um girassol', 'outro girassol ainda', 'terceiro girassol aqui'];
  const answers = await Promise.all(passwords.map((password) => redeem(started, second, password)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
});

test('ends a link 30 minutes after its request, also when its e-mail was late', async () => {
  await using started = await startWithMail();
  const { smtp } = started;
  smtp.refuseOnce({ at: 'data', code: 451, text: '4.3.0 try later' });
  await recover(started, OPERATOR.email);
  await expect.poll(() => smtp.counts.messages).toBe(1);
  started.advanceClock(31 * MINUTE_MS);
  await expect.poll(() => readStates(started)).toEqual([{ state: 'canceled', outcome: 'expired' }]);
  await recover(started, OPERATOR.email);
  const [token = ''] = await started.readTokens(1);
  started.advanceClock(29 * MINUTE_MS);
  expect(await postInvite(started.address, { token }, '/look')).toMatchObject({ status: 200 });
  started.advanceClock(2 * MINUTE_MS);
  expect((await redeem(started, token)).status).toBe(404);
});

test('ends a link 30 minutes after its e-mail when the clock was set back after its request', async () => {
  await using started = await startConsole();
  const { id: operatorId } = await started.addOperator();
  const createdAt = new Date(started.now() + HOUR_MS).toISOString();
  const request = { email: OPERATOR.email, role: 'owner', operatorId, createdAt } as const;
  const link = await makeMailedLink(started.database, request, started.now());
  started.advanceClock(31 * MINUTE_MS);
  expect((await redeem(started, String(link))).status).toBe(404);
});

test('creates no account by the link of an operator who was removed', async () => {
  await using started = await startWithMail();
  await started.addOperator({ email: 'bia@escola.test', password: OPERATOR.password });
  await recover(started, 'bia@escola.test');
  const [token = ''] = await started.readTokens(1);
  await queryTables(started.env)("delete from funil.operators where email = 'bia@escola.test'");
  expect((await redeem(started, token)).status).toBe(404);
});

test.each([
  ['without a mail server', { CONSOLE_URL }],
  [
    'without CONSOLE_URL',
    { SMTP_URL: 'smtp://127.0.0.1:9', NOTIFY_FROM: 'a@escola.test', NOTIFY_TO: 'b@escola.test' },
  ],
])('offers no link by e-mail %s', async (_case, env) => {
  await using started = await startConsole({ env });
  const settings = await ask(`${started.address}/auth/v1/settings`);
  expect(await settings.json()).toMatchObject({ mails_password_links: false });
  expect((await recover(started, OPERATOR.email)).status).toBe(404);
});
