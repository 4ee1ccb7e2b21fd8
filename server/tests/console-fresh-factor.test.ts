import { expect, test } from 'vitest';
import { totpCode } from '../../testkit/totp.ts';
import { ask, enroll, startConsole } from './start-console.ts';

const NEEDED = 'reauthentication_needed';

test('asks for the second factor again before factors, codes or the password change', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { client, factorId, secret } = await enroll(started);
  const { mfa } = client;
  await mfa.recoveryCodes.generate();
  const pending = await mfa.enroll({ factorType: 'totp', friendlyName: 'outro' });
  if (!pending.data) throw new Error('No factor was enrolled.');
  const { id: pendingId, totp } = pending.data;
  started.pass(11 * 60_000);
  await client.refreshSession();
  const confirmPending = () => {
    const code = totpCode(totp.secret, started.now());
    return mfa.challengeAndVerify({ factorId: pendingId, code });
  };
  const changes = [
    () => mfa.enroll({ factorType: 'totp', friendlyName: 'meu' }),
    () => mfa.unenroll({ factorId }),
    confirmPending,
    () => mfa.recoveryCodes.regenerate(),
    () => client.updateUser({ password: 'mais um girassol' }),
  ];
  for (const change of changes) {
    expect((await change()).error).toMatchObject({ status: 401, code: NEEDED });
  }
  const code = totpCode(secret, started.now());
  expect((await mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  expect((await confirmPending()).error).toBeNull();
  expect((await mfa.recoveryCodes.regenerate()).error).toBeNull();
});

test('a token from before the verification ends with it', async () => {
  await using started = await startConsole();
  await started.addOperator();
  const { client, factorId, secret, token: stolen } = await enroll(started);
  started.pass(11 * 60_000);
  await client.mfa.challengeAndVerify({ factorId, code: totpCode(secret, started.now()) });
  const { data } = await client.getSession();
  const url = `${started.address}/console/v1/account/operators`;
  const invite = async (token: string | undefined) => {
    const body = { email: 'ana@escola.test' };
    const answer = await ask(url, { method: 'POST', body, ...(token && { token }) });
    return [answer.status, (await answer.json()).code];
  };
  expect(await invite(stolen)).toEqual([401, 'unauthenticated']);
  expect(await invite(data.session?.access_token)).toEqual([201, undefined]);
});
