import { DAY_MS } from '@funil/contract/durations';
import { platformLabel } from '@funil/contract/sales/platforms';
import type { ReconcilePlatform } from '@funil/contract/sales/sales-apis';
import { settingLabel } from '@funil/contract/settings/stored-settings';
import { explainReconcileError } from '../sales/reconcile/errors.ts';
import type { Database } from '../store/database.ts';
import type { ConnectionContext, ConnectionHealth } from './connection.ts';
import { createFindingFactories, type Finding, formatAge } from './finding.ts';

const { green, yellow, red } = createFindingFactories('sales');

/** After a missed daily comparison, the last one counts as old. */
const MAX_COMPARISON_AGE_MS = 2 * DAY_MS;

export const readComparisons = (database: Database) =>
  database
    .selectFrom('reconciliations')
    .select(['platform', 'succeeded_at', 'period_until', 'error'])
    .execute();

type Comparison = Awaited<ReturnType<typeof readComparisons>>[number];

/** @param comparisons null if the database cannot be read */
export function judgeComparison(
  platform: ReconcilePlatform,
  comparisons: readonly Comparison[] | null,
  { config: { reconcile }, now }: ConnectionContext,
): ConnectionHealth {
  const label = platformLabel(platform);
  const isOn = reconcile[platform] !== null;
  const comparison = comparisons?.find((row) => row.platform === platform);
  const findings = reconcile.incomplete
    .filter((incomplete) => incomplete.platform === platform)
    .map(({ missing }) =>
      yellow(
        `${label}: falta ${missing.map(settingLabel).join(' e ')}, e as vendas não são conferidas com ela.`,
        'Complete as credenciais da API em Ligações, ou apague as outras.',
        {
          command: `No .env: defina ${missing.join(' e ')} e reinicie o servidor (docs/sales.md).`,
        },
      ),
    );
  if (isOn && comparisons) findings.push(judgeLastComparison(platform, comparison, now));
  return { id: `${platform}-api`, isOn, usedAt: comparison?.succeeded_at ?? null, findings };
}

function judgeLastComparison(
  platform: string,
  comparison: Comparison | undefined,
  now: number,
): Finding {
  const label = platformLabel(platform);
  if (comparison?.error) {
    const { message, remedy, command } = explainReconcileError(platform, comparison.error);
    const details = { command, at: comparison.period_until };
    return red(`Conferência das vendas: ${message}`, remedy, details);
  }
  if (comparison?.succeeded_at == null) {
    return yellow(
      `${label}: as vendas ainda não foram conferidas com ela.`,
      'Ligue o servidor: ele confere ao começar.',
      { awaitsFirstUse: true },
    );
  }
  const what = `${label}: as vendas foram conferidas há ${formatAge(comparison.succeeded_at, now)}.`;
  const isOld = now - Date.parse(comparison.succeeded_at) > MAX_COMPARISON_AGE_MS;
  return isOld ? yellow(what, 'Confira se o servidor está ligado.') : green(what);
}
