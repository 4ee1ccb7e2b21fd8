import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { judgeComparison } from './comparisons.ts';

const NOW = Date.parse('2026-11-23T15:00:00Z');
const COMPLETE = { HOTMART_CLIENT_ID: 'um', HOTMART_CLIENT_SECRET: 'dois' };

const state = (ageMs: number | null, error: string | null = null) => ({
  platform: 'hotmart',
  succeeded_at: ageMs === null ? null : new Date(NOW - ageMs).toISOString(),
  period_until: null,
  error,
});

function check(
  env: Record<string, string>,
  comparisons: readonly ReturnType<typeof state>[] | null,
  platform: 'hotmart' | 'kiwify' = 'hotmart',
) {
  const context = { config: configOf(env), env, site: null, now: NOW };
  return judgeComparison(platform, comparisons, context).findings;
}

test('says nothing when no API is configured', () => {
  expect(check({}, [])).toEqual([]);
});

test.each([
  [state(HOUR_MS), 'green', 'Hotmart: as vendas foram conferidas há 1 h.'],
  [state(3 * DAY_MS), 'yellow', 'Hotmart: as vendas foram conferidas há 3 dias.'],
  [state(null), 'yellow', 'Hotmart: as vendas ainda não foram conferidas com ela.'],
  [state(HOUR_MS, 'credentials'), 'red', 'A Hotmart não aceita as credenciais da API.'],
  [state(HOUR_MS, 'a later release’s'), 'red', 'A resposta da Hotmart não é a documentada.'],
] as const)('reports the comparison %j as %s', (found, level, sentence) => {
  const [finding] = check(COMPLETE, [found]);
  expect(finding).toMatchObject({ level, what: expect.stringContaining(sentence) });
});

test('names the missing credentials when some are set', () => {
  expect(check({ KIWIFY_CLIENT_ID: 'um' }, null, 'kiwify')).toMatchObject([
    {
      level: 'yellow',
      what: 'Kiwify: falta client_secret e account_id, e as vendas não são conferidas com ela.',
      command: expect.stringContaining('KIWIFY_CLIENT_SECRET e KIWIFY_ACCOUNT_ID'),
    },
  ]);
});
