import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { totpCode } from '../../testkit/totp.ts';
import { openOperatorTest } from './operator-database.ts';
import { ask, enroll, OPERATOR, startConsole } from './start-console.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

type Console = Awaited<ReturnType<typeof startConsole>>;

interface Attempt {
  address: string;
  password?: string;
  email?: string;
  device?: string;
}

const PROXY = { TRUST_PROXY: 'loopback' };
const DEVICE = '3f2a9c14d0b7e6583f2a9c14d0b7e658';

async function signIn(started: Console, attempt: Attempt) {
  const { address, device, email = OPERATOR.email, password = OPERATOR.password } = attempt;
  const answer = await ask(`${started.address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: { email, password },
    headers: { 'x-forwarded-for': address, ...(device && { 'funil-device': device }) },
  });
  return { status: answer.status, token: (await answer.json()).access_token };
}

/** Wrong passwords from so many addresses that none of them is stopped before the account is. */
async function attack(started: Console, email = OPERATOR.email) {
  for (let n = 0; n < 51; n += 1) {
    await signIn(started, { address: `203.0.113.${n}`, email, password: 'errada errada' });
  }
}

test.each(['SQLite', 'PostgreSQL'])(
  '%s: lets the right password in from a known address or device while others guess',
  async (kind) => {
    await using database = await openOperatorTest(kind, postgres);
    await using started = await startConsole({ env: { ...database.env, ...PROXY } });
    await started.addOperator();
    await signIn(started, { address: '198.51.100.7', device: DEVICE });
    await attack(started);
    expect(await signIn(started, { address: '192.0.2.1' })).toMatchObject({ status: 429 });
    expect(await signIn(started, { address: '198.51.100.7' })).toMatchObject({ status: 200 });
    const elsewhere = { address: '192.0.2.2', device: DEVICE };
    expect(await signIn(started, elsewhere)).toMatchObject({ status: 200 });
  },
);

test('treats an unknown account like a known one that is attacked', async () => {
  await using started = await startConsole({ env: PROXY });
  await attack(started, 'ninguem@escola.test');
  const attempt = { address: '192.0.2.1', email: 'ninguem@escola.test' };
  expect(await signIn(started, attempt)).toMatchObject({ status: 429 });
});

test('limits guesses from a known device, too, and forgets it after 90 days', async () => {
  await using started = await startConsole({ env: PROXY });
  await started.addOperator();
  const known = { address: '198.51.100.7', device: DEVICE };
  await signIn(started, known);
  for (let n = 0; n < 10; n += 1) {
    expect(await signIn(started, { ...known, password: 'errada errada' })).toMatchObject({
      status: 400,
    });
  }
  expect(await signIn(started, known)).toMatchObject({ status: 429 });
  started.pass(91 * 24 * 3_600_000);
  await attack(started);
  expect(await signIn(started, known)).toMatchObject({ status: 429 });
});

test('makes a device known by both factors only, and keeps its codes apart from guesses', async () => {
  await using started = await startConsole({ env: PROXY });
  await started.addOperator();
  const { secret, factorId } = await enroll(started);
  const url = `${started.address}/auth/v1/factors/${factorId}`;
  const tryCode = async (attempt: Attempt, code: string) => {
    const { token } = await signIn(started, attempt);
    const headers = { 'x-forwarded-for': attempt.address };
    const challenge = await ask(`${url}/challenge`, { method: 'POST', token, body: {}, headers });
    const body = { challenge_id: (await challenge.json()).id, code };
    return (await ask(`${url}/verify`, { method: 'POST', token, body, headers })).status;
  };
  // Somebody who knows the password, from two addresses.
  for (let n = 0; n < 10; n += 1) {
    expect(await tryCode({ address: `203.0.113.${n % 2}` }, '000000')).toBe(422);
  }
  expect(await tryCode({ address: '203.0.113.9' }, '000000')).toBe(429);
  started.pass(60_000);
  const right = totpCode(secret, started.now());
  expect(await tryCode({ address: '127.0.0.1' }, right)).toBe(200);
  await attack(started);
  expect(await signIn(started, { address: '203.0.113.1' })).toMatchObject({ status: 429 });
});

test('keeps one audit line for many refused passwords, and none of their values', async () => {
  await using started = await startConsole({ env: PROXY });
  await started.addOperator();
  const { client, token } = await enroll(started);
  const codes = (await client.mfa.recoveryCodes.generate()).data?.codes ?? [];
  await attack(started);
  await attack(started, 'ninguem@escola.test');
  const other = started.client();
  await other.signInWithPassword(OPERATOR);
  await other.mfa.recoveryCodes.verify({ code: 'aaaa-aaaa-aaaa' });
  await other.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
  const read = async () => {
    const answer = await ask(`${started.address}/console/v1/audit?limit=200`, { token });
    const { items } = (await answer.json()) as { items: { who: string | null; what: string }[] };
    return items
      .filter(({ what }) => /refused|code\.used/.test(what))
      .map(({ who, what }) => `${who} ${what}`)
      .toSorted();
  };
  await expect
    .poll(read)
    .toEqual([
      'ana@escola.test code.refused',
      'ana@escola.test password.refused',
      'ana@escola.test recovery-code.used',
      'null password.refused',
    ]);
});
