import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { totpCode } from '../../../testkit/totp.ts';
import { countAttempt, signInLimits } from '../../src/operators/attempts.ts';
import {
  ask,
  type Console,
  enroll,
  OPERATOR,
  postInvite,
  startConsole,
  startWithOwner,
} from '../console/start-console.ts';
import { startConsoleData } from '../console/start-console-data.ts';

const WRONG_PASSWORD = 'errada errada';
const UNKNOWN_EMAIL = 'ninguem@escola.test';
const PROXY = { TRUST_PROXY: 'loopback' };
const DEVICE = '3f2a9c14d0b7e6583f2a9c14d0b7e658';

interface Attempt {
  address?: string;
  password?: string;
  email?: string;
  device?: string;
}

/** Tries to sign in; a failed response has no token. */
async function trySignIn(started: Console, attempt: Attempt = {}) {
  const { address, device, email = OPERATOR.email, password = OPERATOR.password } = attempt;
  const response = await ask(`${started.address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: { email, password },
    headers: {
      ...(address && { 'x-forwarded-for': address }),
      ...(device && { 'funil-device': device }),
    },
  });
  const text = await response.text();
  const { access_token: token, error_code: code } = JSON.parse(text);
  return { status: response.status, headers: response.headers, text, token, code };
}

/** Tries wrong passwords from many addresses, until the account's limit is used up. */
async function attack(started: Console, email = OPERATOR.email) {
  for (let n = 0; n < 51; n += 1) {
    await trySignIn(started, { address: `203.0.113.${n}`, email, password: WRONG_PASSWORD });
  }
}

test('answers the same for an unknown account as for a wrong password, after one hash each', async () => {
  await using started = await startWithOwner();
  const ownAccount = await trySignIn(started, { password: WRONG_PASSWORD });
  expect(started.countVerified()).toBe(1);
  const unknown = await trySignIn(started, { email: UNKNOWN_EMAIL, password: WRONG_PASSWORD });
  expect(started.countVerified()).toBe(2);
  expect(unknown.text).toBe(ownAccount.text);
  expect([ownAccount.status, unknown.status]).toEqual([400, 400]);
  expect([...unknown.headers.keys()]).toEqual([...ownAccount.headers.keys()]);
});

test.each([OPERATOR.email, UNKNOWN_EMAIL])(
  'makes an address wait after ten wrong passwords for %s',
  async (email) => {
    await using started = await startWithOwner({ env: PROXY });
    const attempt = { email, password: WRONG_PASSWORD };
    for (let n = 0; n < 10; n += 1)
      expect(await trySignIn(started, attempt)).toMatchObject({ status: 400 });
    const refused = await trySignIn(started, attempt);
    expect(refused).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect(started.countVerified()).toBe(10);
    const fromElsewhere = { email, address: '198.51.100.9' };
    expect((await trySignIn(started, fromElsewhere)).status).toBe(
      email === UNKNOWN_EMAIL ? 400 : 200,
    );
    started.advanceClock(wait * 1000);
    expect((await trySignIn(started, attempt)).status).toBe(400);
  },
);

test('counts parallel attempts before any of them is checked', async () => {
  await using started = await startConsole();
  const attempts = Array.from({ length: 15 }, () => trySignIn(started));
  const answers = await Promise.all(attempts);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect(started.countVerified()).toBe(10);
});

test('counts wrong passwords from zero after the right one', async () => {
  await using started = await startWithOwner();
  // From the second round on, the known address has a separate limit.
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 9; n += 1) await trySignIn(started, { password: WRONG_PASSWORD });
    expect((await trySignIn(started)).status).toBe(200);
  }
});

test('lets a locked account try again after the clock steps back', async () => {
  await using started = await startWithOwner();
  for (let n = 0; n < 10; n += 1) await trySignIn(started, { password: WRONG_PASSWORD });
  expect((await trySignIn(started)).status).toBe(429);
  started.advanceClock(-3 * HOUR_MS);
  expect((await trySignIn(started)).status).toBe(200);
});

test('lets the right password in from a known address or device while others guess', async () => {
  await using started = await startWithOwner({ env: PROXY });
  await trySignIn(started, { address: '198.51.100.7', device: DEVICE });
  await attack(started);
  await attack(started, UNKNOWN_EMAIL);
  // An unknown account is locked like a known one.
  for (const email of [OPERATOR.email, UNKNOWN_EMAIL])
    expect((await trySignIn(started, { address: '192.0.2.1', email })).status).toBe(429);
  expect((await trySignIn(started, { address: '198.51.100.7' })).status).toBe(200);
  expect((await trySignIn(started, { address: '192.0.2.2', device: DEVICE })).status).toBe(200);
});

test('limits guesses from a known device, too, and forgets the device after 90 days', async () => {
  await using started = await startWithOwner({ env: PROXY });
  const ownDevice = { address: '198.51.100.7', device: DEVICE };
  await trySignIn(started, ownDevice);
  for (let n = 0; n < 10; n += 1) {
    expect((await trySignIn(started, { ...ownDevice, password: WRONG_PASSWORD })).status).toBe(400);
  }
  expect((await trySignIn(started, ownDevice)).status).toBe(429);
  started.advanceClock(91 * DAY_MS);
  await attack(started);
  expect((await trySignIn(started, ownDevice)).status).toBe(429);
});

test('signs with no key that was made while the clock was years ahead', async () => {
  await using started = await startWithOwner({ env: PROXY });
  const signIn = async (address: string) => {
    const { token = '' } = await trySignIn(started, { address });
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  };
  const kid = await signIn('198.51.100.1');
  started.advanceClock(1_000 * DAY_MS);
  expect(await signIn('198.51.100.2')).not.toBe(kid);
  started.advanceClock(-1_000 * DAY_MS);
  expect(await signIn('198.51.100.3')).toBe(kid);
});

test('trusts a device only after both factors, and counts its codes separately from guesses', async () => {
  await using started = await startWithOwner({ env: PROXY });
  const { secret, factorId } = await enroll(started);
  const url = `${started.address}/auth/v1/factors/${factorId}`;
  const tryCode = async (address: string, code: string) => {
    const { token } = await trySignIn(started, { address });
    const headers = { 'x-forwarded-for': address };
    const challenge = await ask(`${url}/challenge`, { method: 'POST', token, body: {}, headers });
    const body = { challenge_id: (await challenge.json()).id, code };
    return (await ask(`${url}/verify`, { method: 'POST', token, body, headers })).status;
  };
  // An attacker who knows the password guesses codes from two addresses.
  for (let n = 0; n < 10; n += 1) expect(await tryCode(`203.0.113.${n % 2}`, '000000')).toBe(422);
  expect(await tryCode('203.0.113.9', '000000')).toBe(429);
  started.advanceClock(60_000);
  expect(await tryCode('127.0.0.1', totpCode(secret, started.now()))).toBe(200);
  await attack(started);
  expect((await trySignIn(started, { address: '203.0.113.1' })).status).toBe(429);
});

test('writes one audit line for many refused passwords', async () => {
  await using started = await startWithOwner({ env: PROXY });
  const { client, token } = await enroll(started);
  const codes = (await client.mfa.recoveryCodes.generate()).data?.codes ?? [];
  await attack(started);
  await attack(started, UNKNOWN_EMAIL);
  const other = await started.signedIn();
  await other.mfa.recoveryCodes.verify({ code: 'aaaa-aaaa-aaaa' });
  await other.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
  const read = async () => {
    const response = await ask(`${started.address}/console/v1/audit?limit=200`, { token });
    const { items } = (await response.json()) as { items: { who: string | null; what: string }[] };
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

test('changes the password with the present one, and ends the other sessions and the links', async () => {
  await using started = await startWithOwner();
  const link = await started.makeOperatorLink(OPERATOR.email);
  const other = await started.signedIn();
  const client = await started.signedIn();
  const password = 'um outro girassol';
  const changePassword = (current_password?: string) =>
    client.updateUser({ password, ...(current_password && { current_password }) });
  expect((await changePassword()).error?.code).toBe('reauthentication_needed');
  expect((await changePassword(WRONG_PASSWORD)).error?.code).toBe('invalid_credentials');
  expect((await changePassword(OPERATOR.password)).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await postInvite(started.address, { token: link }, '/look')).toMatchObject({
    status: 404,
  });
  expect((await trySignIn(started)).code).toBe('invalid_credentials');
  expect((await trySignIn(started, { email: ' Ana@ESCOLA.test', password })).status).toBe(200);
});

test('takes a fresh second factor in place of the present password', async () => {
  await using started = await startWithOwner();
  const { client } = await enroll(started);
  expect((await client.updateUser({ password: 'um outro girassol' })).error).toBeNull();
  const same = await client.updateUser({ password: 'um outro girassol' });
  expect(same.error?.code).toBe('same_password');
});

test('refuses a weak password with its reason', async () => {
  await using started = await startConsole();
  const token = await started.makeOperatorLink('ana@escola.test');
  const reasonOf = async (password: string) => {
    const response = await postInvite(started.address, { token, password });
    return (await response.json()).weak_password?.reasons;
  };
  expect(await reasonOf('a'.repeat(257))).toEqual(['length']);
  expect(await reasonOf('senhasenha1')).toEqual(['pwned']);
  expect(await reasonOf('girassol no telhado')).toBeUndefined();
});

test('stores passwords as argon2id, and logs none', async () => {
  await using started = await startConsole();
  const { password } = await started.addOperator();
  await trySignIn(started);
  await trySignIn(started, { password: WRONG_PASSWORD });
  expect(password).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
  const log = started.log.join('');
  for (const secret of ['girassol', 'errada', 'ana@escola.test']) expect(log).not.toContain(secret);
  expect(log).toContain('/auth/v1/token');
});

test('limits the wrong passwords of one address for all accounts together', async () => {
  await using console = await startConsoleData();
  const client = { address: '203.0.113.7', userAgent: '' };
  const count = async (email: string) => {
    const { limits } = await signInLimits(console.database, client, { email, now: 0 });
    return countAttempt(console.database, limits, 0);
  };
  for (let account = 0; account < 60; account += 1) {
    expect(await count(`${account}@escola.test`)).toBe(0);
  }
  expect(await count('outra@escola.test')).toBeGreaterThan(0);
});
