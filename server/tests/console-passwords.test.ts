import { expect, test } from 'vitest';
import { createPasswords } from '../src/operators/passwords.ts';
import { ask, enroll, OPERATOR, startConsole } from './start-console.ts';

/** The real passwords, and how often they were looked at. */
function countPasswords() {
  const real = createPasswords();
  const counted = { verified: 0 };
  return {
    counted,
    passwords: {
      hash: real.hash,
      verify(password: string, stored: string | null) {
        counted.verified += 1;
        return real.verify(password, stored);
      },
    },
  };
}

async function trySignIn(address: string, email: string, password = 'errada errada') {
  const answer = await ask(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: { email, password },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test('an unknown account gets the same answer for the same work', async () => {
  const { counted, passwords } = countPasswords();
  await using started = await startConsole({ passwords });
  await started.addOperator();
  const known = await trySignIn(started.address, 'ana@escola.test');
  expect(counted.verified).toBe(1);
  const unknown = await trySignIn(started.address, 'ninguem@escola.test');
  expect(counted.verified).toBe(2);
  expect(unknown.text).toBe(known.text);
  expect([known.status, unknown.status]).toEqual([400, 400]);
  expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
});

test.each(['ana@escola.test', 'ninguem@escola.test'])(
  'ten wrong passwords for %s from one address are answered with a wait, without looking',
  async (email) => {
    const { counted, passwords } = countPasswords();
    await using started = await startConsole({ passwords });
    await started.addOperator();
    for (let n = 0; n < 10; n += 1) {
      expect((await trySignIn(started.address, email)).status).toBe(400);
    }
    const refused = await trySignIn(started.address, email);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('over_request_rate_limit');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect(counted.verified).toBe(10);
    started.pass(wait * 1000);
    expect((await trySignIn(started.address, email)).status).toBe(400);
  },
);

test('tries that come at once are counted before any of them is looked at', async () => {
  const { counted, passwords } = countPasswords();
  await using started = await startConsole({ passwords });
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => trySignIn(started.address, 'ana@escola.test')),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect(counted.verified).toBe(10);
});

test('an account that is tried from elsewhere is open to its owner', async () => {
  await using started = await startConsole({ env: { TRUST_PROXY: 'loopback' } });
  await started.addOperator();
  const url = `${started.address}/auth/v1/token?grant_type=password`;
  const from = (address: string, password: string) =>
    ask(url, {
      method: 'POST',
      body: { email: OPERATOR.email, password },
      headers: { 'x-forwarded-for': address },
    });
  for (let n = 0; n < 11; n += 1) await from('203.0.113.7', 'errada errada');
  expect(await from('203.0.113.7', OPERATOR.password)).toMatchObject({ status: 429 });
  expect(await from('198.51.100.9', OPERATOR.password)).toMatchObject({ status: 200 });
});

test('the right password forgets the wrong ones before it', async () => {
  await using started = await startConsole();
  await started.addOperator();
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 9; n += 1) await trySignIn(started.address, OPERATOR.email);
    const { status } = await trySignIn(started.address, OPERATOR.email, OPERATOR.password);
    expect(status).toBe(200);
  }
});

test('the official client changes the password with the present one, and the other sessions end', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const other = started.client();
  await other.signInWithPassword(OPERATOR);
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  const password = 'um outro girassol';
  const change = (current_password?: string) =>
    client.updateUser({ password, ...(current_password && { current_password }) });
  expect((await change()).error?.code).toBe('reauthentication_needed');
  expect((await change('errada errada')).error?.code).toBe('invalid_credentials');
  expect((await change(OPERATOR.password)).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
  const signIn = (email: string, tried: string) =>
    started.client().signInWithPassword({ email, password: tried });
  expect((await signIn(OPERATOR.email, OPERATOR.password)).error?.code).toBe('invalid_credentials');
  expect((await signIn(' Ana@ESCOLA.test', password)).error).toBeNull();
});

test('the second factor shown in the last minutes stands for the present password', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { client } = await enroll(started);
  expect((await client.updateUser({ password: 'um outro girassol' })).error).toBeNull();
  const same = await client.updateUser({ password: 'um outro girassol' });
  expect(same.error?.code).toBe('same_password');
  started.pass(11 * 60_000);
  await client.refreshSession();
  const late = await client.updateUser({ password: 'mais um girassol' });
  expect(late.error?.code).toBe('reauthentication_needed');
});

test('where there is a second factor, the password alone does not change the password', async () => {
  await using started = await startConsole();
  await started.addOperator();
  await enroll(started);
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  const changed = await client.updateUser({
    password: 'um outro girassol',
    current_password: OPERATOR.password,
  });
  expect(changed.error?.code).toBe('insufficient_aal');
});

test('a weak password is refused with its reason', async () => {
  await using started = await startConsole();
  const token = await started.makeLink('ana@escola.test');
  const reasonOf = async (password: string) => {
    const url = `${started.address}/auth/v1/invite`;
    const answer = await ask(url, { method: 'POST', body: { token, password } });
    return (await answer.json()).weak_password?.reasons;
  };
  expect(await reasonOf('curta')).toEqual(['length']);
  expect(await reasonOf('a'.repeat(257))).toEqual(['length']);
  expect(await reasonOf('senhasenha1')).toEqual(['pwned']);
  expect(await reasonOf('girassol no telhado')).toBeUndefined();
});

test('passwords are stored as argon2id, and never in a log line', async () => {
  await using started = await startConsole();
  const { password } = await started.addOperator();
  await trySignIn(started.address, OPERATOR.email, OPERATOR.password);
  await trySignIn(started.address, OPERATOR.email, 'errada errada');
  expect(password).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
  const log = started.log.join('');
  for (const secret of ['girassol', 'errada', 'ana@escola.test']) expect(log).not.toContain(secret);
  expect(log).toContain('/auth/v1/token');
});
