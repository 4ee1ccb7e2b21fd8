import { MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { totpCode } from '../../testkit/totp.ts';
import { ask, enroll, OPERATOR, startConsole } from './start-console.ts';

test('the official client enrols an authenticator app, and the session is one of two factors', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'celular' });
  const { id = '', totp } = enrolled.data ?? {};
  expect(totp?.uri).toMatch(/^otpauth:\/\/totp\/Funil:ana%40escola\.test\?/);
  expect(totp?.uri).toContain(`secret=${totp?.secret}`);
  expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/);
  expect((await client.mfa.listFactors()).data).toMatchObject({
    all: [{ id, status: 'unverified' }],
    totp: [],
  });

  const challenge = await client.mfa.challenge({ factorId: id });
  expect(challenge.data).toMatchObject({ type: 'totp' });
  const challengeId = challenge.data?.id ?? '';
  const wrong = await client.mfa.verify({ factorId: id, challengeId, code: '000000' });
  expect(wrong.error?.code).toBe('mfa_verification_failed');
  const code = totpCode(totp?.secret ?? '', started.now());
  const right = await client.mfa.verify({ factorId: id, challengeId, code });
  expect(right.data?.user.factors).toMatchObject([
    { status: 'verified', friendly_name: 'celular' },
  ]);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  });
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id }]);
});

test('a code works once, and those of the minute before do not', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { secret, factorId } = await enroll(started);
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  const used = totpCode(secret, started.now());
  const old = totpCode(secret, started.now() - MINUTE_MS);
  for (const code of [used, old]) {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    expect(error?.code).toBe('mfa_verification_failed');
  }
  started.pass(MINUTE_MS);
  const code = totpCode(secret, started.now() - MINUTE_MS / 2);
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
});

test('a challenge is over after five minutes, and once it was passed', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { client, secret, factorId } = await enroll(started);
  const late = await client.mfa.challenge({ factorId });
  started.pass(5 * MINUTE_MS);
  const verify = async (challengeId = '') => {
    const code = totpCode(secret, started.now());
    return (await client.mfa.verify({ factorId, challengeId, code })).error?.code;
  };
  expect(await verify(late.data?.id)).toBe('mfa_challenge_expired');
  const passed = await client.mfa.challenge({ factorId });
  expect(await verify(passed.data?.id)).toBeUndefined();
  started.pass(MINUTE_MS);
  expect(await verify(passed.data?.id)).toBe('mfa_challenge_expired');
});

test('a password alone neither adds nor removes a factor once there is one', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { factorId } = await enroll(started);
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'outro' });
  expect(enrolled.error?.code).toBe('insufficient_aal');
  expect((await client.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('insufficient_aal');
});

test('the first code ends what is signed in by password alone elsewhere', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const other = started.client();
  await other.signInWithPassword(OPERATOR);
  await enroll(started);
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('a factor that was never verified makes room for the next of its name', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  for (const friendlyName of ['celular', 'celular', 'tablet']) {
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName })).error).toBeNull();
  }
  expect((await client.mfa.listFactors()).data?.all).toHaveLength(2);
  started.pass(61 * MINUTE_MS);
  await client.signInWithPassword(OPERATOR);
  await client.mfa.enroll({ factorType: 'totp', friendlyName: 'novo' });
  expect((await client.mfa.listFactors()).data?.all).toMatchObject([{ friendly_name: 'novo' }]);
});

test('a name that no database stores is refused', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  for (const friendlyName of ['a\u0000b', 'a\ud800', 'x'.repeat(65)]) {
    const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
    expect(error?.code).toBe('validation_failed');
  }
});

test('without the last factor the session is one of a password, and recovery codes are gone', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { client, factorId, token } = await enroll(started);
  await client.mfa.recoveryCodes.generate();
  expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  const data = await ask(`${started.address}/console/v1/account/sessions`, { token });
  expect(await data.json()).toMatchObject({ error_code: 'mfa_enrollment_required' });
});

test('five wrong codes are answered with a wait, and the right one is taken after it', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { secret, factorId } = await enroll(started);
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  const tryCode = async (code: string) =>
    (await client.mfa.challengeAndVerify({ factorId, code })).error?.code;
  for (let n = 0; n < 5; n += 1) expect(await tryCode('000000')).toBe('mfa_verification_failed');
  started.pass(MINUTE_MS);
  expect(await tryCode(totpCode(secret, started.now()))).toBe('over_request_rate_limit');
  started.pass(15 * MINUTE_MS);
  await client.refreshSession();
  expect(await tryCode(totpCode(secret, started.now()))).toBeUndefined();
});

test('a recovery code stands in for the app, once', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { client } = await enroll(started);
  const made = await client.mfa.recoveryCodes.generate();
  const codes = made.data?.codes ?? [];
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/);
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe(
    'mfa_verified_factor_exists',
  );

  const lost = started.client();
  await lost.signInWithPassword(OPERATOR);
  const typed = ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')} `;
  const { data } = await lost.mfa.recoveryCodes.verify({ code: typed });
  expect(data?.user.factors).toMatchObject([
    { factor_type: 'totp' },
    { factor_type: 'recovery_code' },
  ]);
  expect((await lost.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  const again = await lost.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
  expect(again.error?.code).toBe('mfa_verification_failed');
  const status = await lost.mfa.recoveryCodes.getStatus();
  expect(status.data).toMatchObject({ type: 'recovery_code', total: 10, remaining: 9 });
  const next = await lost.mfa.recoveryCodes.regenerate();
  expect(next.data?.codes).toHaveLength(10);
  const old = await lost.mfa.recoveryCodes.verify({ code: codes[1] ?? '' });
  expect(old.error?.code).toBe('mfa_verification_failed');
});

test('recovery codes are never the only factor', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const client = started.client();
  await client.signInWithPassword(OPERATOR);
  const { error } = await client.mfa.recoveryCodes.generate();
  expect(error?.code).toBe('mfa_recovery_codes_sole_factor');
});
