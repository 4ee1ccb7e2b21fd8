import { dayOf } from '@funil/contract/brasilia';
import { formatQuantity } from '@funil/contract/counts';
import { toLocalDay } from '@funil/contract/local-time';
import { platformLabel } from '@funil/contract/sales/platforms';
import { ADAPTERS } from '../sales/platforms/adapters.ts';
import type { SalesPeriod } from '../sales/platforms/api.ts';
import { createSalesApis } from '../sales/reconcile/apis.ts';
import { explainReconcileError, findPartialFailure } from '../sales/reconcile/errors.ts';
import { type ReconcileOutcome, reconcileNow } from '../sales/reconcile/reconcile.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type Arguments, type DatabaseContext, OperatorError } from './run/definition.ts';
import { RECONCILE_OPTIONS, readPeriodOptions } from './run/options.ts';

/**
 * Returns the chosen period; null if neither `--desde` nor `--ate` is given.
 * @throws OperatorError if `--desde` is missing, or a day is invalid or in the future
 */
function readComparedPeriod(
  { options }: Arguments<typeof RECONCILE_OPTIONS>,
  now: number,
): SalesPeriod | null {
  const { from, until } = readPeriodOptions({ first: options.desde, last: options.ate });
  if (from === null && until === null) return null;
  if (from === null) throw new OperatorError('Falta --desde, o primeiro dia.');
  const fromMs = Date.parse(from);
  if (fromMs >= now) throw new OperatorError(`--desde ${options.desde} ainda não chegou.`);
  return { from: fromMs, until: until === null ? now : Math.min(Date.parse(until), now) };
}

function describeOutcome(
  platform: string,
  outcome: ReconcileOutcome,
): { readonly text: string; readonly isFailure: boolean } {
  if (outcome.outcome === 'done') {
    const { found, newSales, changedSales } = outcome;
    const partialFailure = findPartialFailure(outcome);
    const counts = `${formatQuantity(found, 'venda', 'vendas')}, ${formatQuantity(newSales, 'nova', 'novas')}, ${formatQuantity(changedSales, 'mudada', 'mudadas')}.`;
    return partialFailure === null
      ? { text: counts, isFailure: false }
      : { text: `${counts} ${describeReconcileError(platform, partialFailure)}`, isFailure: true };
  }
  if (outcome.outcome === 'failed')
    return { text: describeReconcileError(platform, outcome.error), isFailure: true };
  return { text: 'outra conferência está em andamento. Repita daqui a pouco.', isFailure: true };
}

function describeReconcileError(platform: string, error: string): string {
  const { message, remedy, command = '' } = explainReconcileError(platform, error);
  return `${message} ${remedy} ${command}`.trim();
}

async function runReconcile(context: DatabaseContext<typeof RECONCILE_OPTIONS>): Promise<void> {
  const { config, database, print, note, fail } = context;
  const now = Date.now();
  const period = readComparedPeriod(context, now);
  const apis = createSalesApis(config.reconcile);
  if (apis.length === 0) {
    throw new OperatorError(
      'Nenhuma API de plataforma está configurada: guarde a credencial de uma em Ligações, ou no .env (docs/sales.md).',
    );
  }
  const deps = {
    database,
    adapters: ADAPTERS,
    attributionDays: config.sales.attributionDays,
    now: databaseNow,
    signal: new AbortController().signal,
  };
  const periodText =
    period && `, de ${toLocalDay(dayOf(period.from))} a ${toLocalDay(dayOf(period.until - 1))}`;
  for (const api of apis) {
    const outcome = await reconcileNow(api, deps, period);
    if (outcome.outcome === 'failed' && outcome.cause) throw outcome.cause;
    const { text, isFailure } = describeOutcome(api.platform, outcome);
    (isFailure ? note : print)(`${platformLabel(api.platform)}${periodText ?? ''}: ${text}\n`);
    if (isFailure) fail();
  }
}

await runDatabaseCommand({
  name: 'reconcile',
  summary:
    'Confere as vendas com as plataformas que as listam, e guarda as que faltam (sem dias: os últimos 7, ou desde a última conferência).',
  access: 'write',
  options: RECONCILE_OPTIONS,
  examples: ['npm run reconcile', 'npm run reconcile -- --desde 2026-03-01 --ate 2026-03-31'],
  check: (args) => void readComparedPeriod(args, Date.now()),
  run: runReconcile,
});
