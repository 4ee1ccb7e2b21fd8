import { DAY_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { totpCode } from '../../../testkit/totp.ts';
import { purgeExpired } from '../../src/jobs/purge-expired.ts';
import { countAttempt } from '../../src/operators/attempts.ts';
import { makeOperatorLink } from '../../src/operators/links.ts';
import { openSession } from '../../src/operators/sessions.ts';
import { openCommandDatabase } from '../commands/open-command-database.ts';
import { STORES } from '../store/open-test-store.ts';
import { ask, enroll, startConsole } from './start-console.ts';

/** Starts two replicas of a console; on SQLite, which has one server, returns one console twice. */
async function startTwoReplicas(kind: string) {
  const database = await openCommandDatabase(kind);
  const env = { ...database.env, SECRETS_KEY: 'uma chave longa que os dois servidores conhecem' };
  const first = await startConsole({ env });
  const second = kind === 'SQLite' ? first : await startConsole({ env });
  return {
    first,
    second,
    async [Symbol.asyncDispose]() {
      for (const started of new Set([first, second])) await started[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

test('shares sessions and factors between replicas', async () => {
  await using two = await startTwoReplicas('PostgreSQL');
  await two.first.addOperator();
  const { client, token, factorId } = await enroll(two.first);
  const url = `${two.second.address}/console/v1/account/sessions`;
  expect((await ask(url, { token })).status).toBe(200);
  expect((await client.mfa.recoveryCodes.generate()).error).toBeNull();
  await client.mfa.unenroll({ factorId });
  expect((await ask(url, { token })).status).toBe(403);
  await client.signOut();
  expect((await ask(url, { token })).status).toBe(401);
});

test.each(STORES)('%s: takes a code once when two replicas get it together', async (kind) => {
  await using two = await startTwoReplicas(kind);
  await two.first.addOperator();
  const { secret, factorId } = await enroll(two.first);
  for (const started of new Set([two.first, two.second])) started.advanceClock(60_000);
  const code = totpCode(secret, two.first.now());
  const answers = await Promise.all(
    [two.first, two.second].map(async (started) => {
      const client = await started.signedIn();
      return (await client.mfa.challengeAndVerify({ factorId, code })).error?.code;
    }),
  );
  expect(answers.toSorted()).toEqual(['mfa_verification_failed', undefined]);
});

test.each(STORES)('%s: removes expired links, sessions and counts of attempts', async (kind) => {
  await using commandDatabase = await openCommandDatabase(kind);
  await using started = await startConsole({ env: commandDatabase.env });
  const { database } = started;
  const { id: operatorId } = await started.addOperator();
  const client = { address: '127.0.0.1', userAgent: 'x' };
  const opened = { operatorId, method: 'password', client } as const;
  for (const age of [31 * DAY_MS, 0]) {
    const email = `bia${age}@escola.test`;
    await makeOperatorLink(database, { email, role: 'attendant' }, Date.now() - age);
    await openSession(database, opened, Date.now() - age);
    await countAttempt(database, [{ attemptKey: `${age}`, maxAttempts: 1 }], Date.now() - age);
  }
  await purgeExpired(database, Date.now());
  for (const table of ['operator_links', 'operator_sessions', 'sign_in_attempts'] as const) {
    expect(await database.selectFrom(table).selectAll().execute(), table).toHaveLength(1);
  }
});
