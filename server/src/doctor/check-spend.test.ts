import { HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { startFakeMetaAds } from '../../../testkit/fake-meta-ads.ts';
import { checkSpend } from './check-spend.ts';

const NOON = Date.parse('2026-03-10T15:00:00Z');
const ACCOUNT = '1234567890';
const TOKEN = 'EAAGm0PX4ZCpsBAKZCa1secret';
const pulledAgo = (ms: number) => ({
  account: ACCOUNT,
  pulledAt: new Date(NOON - ms).toISOString(),
  error: null,
});

test.each([
  [pulledAgo(2 * HOUR_MS), 'green', 'A conta Escola (1234567890) foi lida há 2 horas.'],
  [pulledAgo(4 * HOUR_MS), 'yellow', 'A conta Escola (1234567890) foi lida há 4 horas.'],
  [{ ...pulledAgo(0), error: 'quota' }, 'yellow', 'A Meta limitou os pedidos'],
  // The database may be unreadable: the finding does not say that the spend was never pulled.
  [null, 'yellow', 'responde, mas não foi achada nenhuma leitura do gasto dela.'],
] as const)('reports the pull %j as %s', async (pull, level, sentence) => {
  await using fake = await startFakeMetaAds({ token: TOKEN, account: ACCOUNT });
  const meta = { token: TOKEN, account: ACCOUNT, apiUrl: fake.address };
  const findings = await checkSpend({ config: { meta, missing: null, tax: [] }, pull, now: NOON });
  expect(findings).toEqual([expect.objectContaining({ level })]);
  expect(findings[0]?.what).toContain(sentence);
});
