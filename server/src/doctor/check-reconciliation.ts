import { DAY_MS } from '@funil/contract/durations';
import { platformLabel } from '@funil/contract/platforms';
import { RECONCILE_PLATFORMS, type ReconcileConfig } from '../config/reconcile.ts';
import { explainReconcileError } from '../sales/reconcile/errors.ts';
import { createFindingFactories, type Finding, formatDuration } from './finding.ts';
import type { ReconciliationStatus } from './read-contents.ts';

const { green, yellow, red } = createFindingFactories('sales');

/** Sales are compared daily; one missed comparison is a warning. */
const MAX_AGE_MS = 2 * DAY_MS;

interface ReconciliationCheckInput {
  readonly config: ReconcileConfig;
  /** Null: the database cannot be read. */
  readonly states: readonly ReconciliationStatus[] | null;
  /** In ms since 1970. */
  readonly now: number;
}

/** Checks that the credentials of the platforms' APIs are complete, and that the last comparison succeeded. */
export function checkReconciliation({ config, states, now }: ReconciliationCheckInput): Finding[] {
  const incomplete = config.incomplete.map(({ platform, missing }) =>
    yellow(
      `${platformLabel(platform)}: falta ${missing.join(' e ')}, e as vendas não são conferidas com ela.`,
      `Defina ${missing.join(' e ')} em Ligações, no painel (ou no .env, e reinicie o servidor), ou tire as outras credenciais da API (docs/sales.md).`,
    ),
  );
  const checked = RECONCILE_PLATFORMS.filter((platform) => config[platform] !== null);
  if (states === null) return incomplete;
  return [
    ...incomplete,
    ...checked.map((platform) =>
      checkState(platform, states.find((state) => state.platform === platform) ?? null, now),
    ),
  ];
}

function checkState(platform: string, state: ReconciliationStatus | null, now: number): Finding {
  const label = platformLabel(platform);
  if (state?.error) {
    const { message, remedy } = explainReconcileError(platform, state.error);
    return red(`Conferência das vendas: ${message}`, remedy);
  }
  if (state?.succeededAt == null) {
    return yellow(
      `${label}: as vendas ainda não foram conferidas com ela.`,
      'Ligue o servidor: ele confere ao começar.',
    );
  }
  const age = Math.max(0, now - Date.parse(state.succeededAt));
  const what = `${label}: as vendas foram conferidas há ${formatDuration(age)}.`;
  return age > MAX_AGE_MS ? yellow(what, 'Confira se o servidor está ligado.') : green(what);
}
