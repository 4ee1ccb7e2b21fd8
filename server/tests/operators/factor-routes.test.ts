import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { totpCode } from '../../../testkit/totp.ts';
import { findRecoverySet, redeemRecoveryCode } from '../../src/operators/recovery-codes.ts';
import { completeChallenge, listFactors } from '../../src/operators/second-factors.ts';
import { addApp, ask, enroll, OPERATOR, startWithOwner } from '../console/start-console.ts';

test('raises the session to aal2 when the official client enrols an authenticator app', async () => {
  await using started = await startWithOwner();
  const client = await started.signedIn();
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

test('refuses a used code and codes of the minute before', async () => {
  await using started = await startWithOwner();
  started.stopClock();
  const { secret, factorId } = await enroll(started);
  const client = await started.signedIn();
  const used = totpCode(secret, started.now());
  const minuteOld = totpCode(secret, started.now() - MINUTE_MS);
  for (const code of [used, minuteOld]) {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    expect(error?.code).toBe('mfa_verification_failed');
  }
  started.advanceClock(MINUTE_MS);
  const code = totpCode(secret, started.now() - MINUTE_MS / 2);
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
});

test('closes a challenge after five minutes, and after its code', async () => {
  await using started = await startWithOwner();
  const { client, secret, factorId } = await enroll(started);
  const challenge = await client.mfa.challenge({ factorId });
  started.advanceClock(5 * MINUTE_MS);
  const verify = async (challengeId = '') => {
    const code = totpCode(secret, started.now());
    return (await client.mfa.verify({ factorId, challengeId, code })).error?.code;
  };
  expect(await verify(challenge.data?.id)).toBe('mfa_challenge_expired');
  const passed = await client.mfa.challenge({ factorId });
  expect(await verify(passed.data?.id)).toBeUndefined();
  started.advanceClock(MINUTE_MS);
  expect(await verify(passed.data?.id)).toBe('mfa_challenge_expired');
});

test('refuses to change factors, codes or the password by the password alone when a factor exists', async () => {
  await using started = await startWithOwner();
  const { factorId } = await enroll(started);
  const client = await started.signedIn();
  const password = 'um outro girassol';
  const changes = [
    await client.mfa.enroll({ factorType: 'totp', friendlyName: 'outro' }),
    await client.mfa.unenroll({ factorId }),
    await client.mfa.recoveryCodes.generate(),
    await client.updateUser({ password, current_password: OPERATOR.password }),
  ];
  expect(changes.map(({ error }) => error?.code)).toEqual(Array(4).fill('insufficient_aal'));
});

test('ends the other sessions with one factor when the first code is verified', async () => {
  await using started = await startWithOwner();
  const other = await started.signedIn();
  await enroll(started);
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('replaces a factor that was never verified when another factor of the same name is added', async () => {
  await using started = await startWithOwner();
  const client = await started.signedIn();
  for (const friendlyName of ['celular', 'celular', 'tablet']) {
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName })).error).toBeNull();
  }
  expect((await client.mfa.listFactors()).data?.all).toHaveLength(2);
  started.advanceClock(61 * MINUTE_MS);
  await client.signInWithPassword(OPERATOR);
  await client.mfa.enroll({ factorType: 'totp', friendlyName: 'novo' });
  expect((await client.mfa.listFactors()).data?.all).toMatchObject([{ friendly_name: 'novo' }]);
});

test('refuses an eleventh authenticator app', async () => {
  await using started = await startWithOwner();
  const client = await started.signedIn();
  for (let n = 1; n <= 10; n += 1) await addApp(client, `celular ${n}`);
  const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'celular 11' });
  expect(error?.code).toBe('too_many_enrolled_mfa_factors');
});

test('refuses a factor name that no database stores', async () => {
  await using started = await startWithOwner();
  const client = await started.signedIn();
  for (const friendlyName of ['a\u0000b', 'a\ud800', 'x'.repeat(65)]) {
    const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
    expect(error?.code).toBe('validation_failed');
  }
});

test('lowers the session to aal1 and removes the recovery codes when the last factor is removed', async () => {
  await using started = await startWithOwner();
  const { client, factorId, token } = await enroll(started);
  await client.mfa.recoveryCodes.generate();
  const operators = await ask(`${started.address}/console/v1/account/operators`, { token });
  expect((await operators.json()).items).toMatchObject([{ has_factor: true }]);
  expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  const answer = await ask(`${started.address}/console/v1/account/sessions`, { token });
  expect(await answer.json()).toMatchObject({ error_code: 'mfa_enrollment_required' });
});

test('makes an operator wait after five wrong codes, and accepts the right code after the wait', async () => {
  await using started = await startWithOwner();
  const { secret, factorId } = await enroll(started);
  const client = await started.signedIn();
  const tryCode = async (code: string) =>
    (await client.mfa.challengeAndVerify({ factorId, code })).error?.code;
  for (let n = 0; n < 5; n += 1) expect(await tryCode('000000')).toBe('mfa_verification_failed');
  started.advanceClock(MINUTE_MS);
  expect(await tryCode(totpCode(secret, started.now()))).toBe('over_request_rate_limit');
  started.advanceClock(15 * MINUTE_MS);
  await client.refreshSession();
  expect(await tryCode(totpCode(secret, started.now()))).toBeUndefined();
});

test('takes a recovery code in place of the app, once', async () => {
  await using started = await startWithOwner();
  const { client } = await enroll(started);
  const generated = await client.mfa.recoveryCodes.generate();
  const codes = generated.data?.codes ?? [];
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/);
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe(
    'mfa_verified_factor_exists',
  );

  const lost = await started.signedIn();
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
  const regenerated = await lost.mfa.recoveryCodes.regenerate();
  expect(regenerated.data?.codes).toHaveLength(10);
  const oldCode = await lost.mfa.recoveryCodes.verify({ code: codes[1] ?? '' });
  expect(oldCode.error?.code).toBe('mfa_verification_failed');
});

test('replaces the lost app when a new one is added after a recovery code, and keeps the codes', async () => {
  await using started = await startWithOwner();
  const { client: lost, secret: lostSecret, factorId: lostId } = await enroll(started);
  const codes = (await lost.mfa.recoveryCodes.generate()).data?.codes ?? [];
  const client = await started.signedIn();
  await client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
  const added = await addApp(client, 'novo');
  // The old app works until the first code of the new app, because it may only have been left at home.
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: lostId }]);
  const code = totpCode(added.secret, started.now());
  const { error } = await client.mfa.challengeAndVerify({ factorId: added.factorId, code });
  expect(error).toBeNull();
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: added.factorId }]);
  expect((await client.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 9 });
  started.advanceClock(MINUTE_MS);
  const lostApp = { factorId: lostId, code: totpCode(lostSecret, started.now()) };
  const thief = await started.signedIn();
  expect((await thief.mfa.challengeAndVerify(lostApp)).error?.code).toBe('mfa_factor_not_found');
});

test('verifies no factor and removes none when the session ended before the factor’s code', async () => {
  await using started = await startWithOwner();
  const { client, factorId: presentId } = await enroll(started);
  const { factorId: addedId } = await addApp(client, 'novo');
  const { data } = await client.getSession();
  const operatorId = data.session?.user.id ?? '';
  const verification = {
    operatorId,
    sessionId: randomUUID(),
    factorId: addedId,
    challengeId: randomUUID(),
    step: 1,
    isFirstCode: true,
    replacesOthers: true,
    client: { address: '127.0.0.1', userAgent: 'test' },
  };
  expect(await completeChallenge(started.database, verification, started.now())).toBe(null);
  expect(await listFactors(started.database, operatorId)).toMatchObject([
    { id: presentId, status: 'verified' },
    { id: addedId, status: 'unverified' },
  ]);
});

test('leaves a recovery code unused when the session ended before its use', async () => {
  await using started = await startWithOwner();
  const { client } = await enroll(started);
  const [code = ''] = (await client.mfa.recoveryCodes.generate()).data?.codes ?? [];
  const { data } = await client.getSession();
  const { id: factorId = '' } =
    (await findRecoverySet(started.database, data.session?.user.id ?? '')) ?? {};
  const redemption = {
    ...{ factorId, code, sessionId: randomUUID() },
    client: { address: '127.0.0.1', userAgent: 'test' },
  };
  expect(await redeemRecoveryCode(started.database, redemption, started.now())).toBe(null);
  expect((await client.mfa.recoveryCodes.verify({ code })).error).toBeNull();
});

test('keeps the present app beside a new one when the present app verified the session', async () => {
  await using started = await startWithOwner();
  const { client, factorId } = await enroll(started);
  const added = await addApp(client, 'novo');
  const code = totpCode(added.secret, started.now());
  await client.mfa.challengeAndVerify({ factorId: added.factorId, code });
  const ids = (await client.mfa.listFactors()).data?.totp.map(({ id }) => id).toSorted();
  expect(ids).toEqual([factorId, added.factorId].toSorted());
});

test('refuses recovery codes as the only factor', async () => {
  await using started = await startWithOwner();
  const client = await started.signedIn();
  const { error } = await client.mfa.recoveryCodes.generate();
  expect(error?.code).toBe('mfa_recovery_codes_sole_factor');
});

test('asks for the second factor again before factors, codes or the password change', async () => {
  await using started = await startWithOwner();
  const { client, factorId, secret } = await enroll(started);
  const { mfa } = client;
  await mfa.recoveryCodes.generate();
  const pending = await addApp(client, 'outro');
  started.advanceClock(11 * 60_000);
  await client.refreshSession();
  const confirmPending = () => {
    const code = totpCode(pending.secret, started.now());
    return mfa.challengeAndVerify({ factorId: pending.factorId, code });
  };
  const changes = [
    () => mfa.enroll({ factorType: 'totp', friendlyName: 'meu' }),
    () => mfa.unenroll({ factorId }),
    confirmPending,
    () => mfa.recoveryCodes.regenerate(),
    () => client.updateUser({ password: 'mais um girassol' }),
  ];
  for (const change of changes) {
    expect((await change()).error).toMatchObject({ status: 401, code: 'reauthentication_needed' });
  }
  const code = totpCode(secret, started.now());
  expect((await mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  expect((await confirmPending()).error).toBeNull();
  expect((await mfa.recoveryCodes.regenerate()).error).toBeNull();
});

test('accepts only codes of unused time steps after the clock steps back', async () => {
  await using started = await startWithOwner();
  started.stopClock();
  const { secret, factorId } = await enroll(started);
  const verify = async () => {
    const client = await started.signedIn();
    const code = totpCode(secret, started.now());
    return (await client.mfa.challengeAndVerify({ factorId, code })).error?.code;
  };
  started.advanceClock(3 * HOUR_MS);
  expect(await verify()).toBeUndefined();
  started.advanceClock(-3 * HOUR_MS);
  expect(await verify()).toBe('mfa_verification_failed');
  started.advanceClock(-HOUR_MS);
  expect(await verify()).toBeUndefined();
});
