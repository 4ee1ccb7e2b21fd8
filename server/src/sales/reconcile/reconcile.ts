import { DAY_MS, MINUTE_MS } from '@funil/contract/durations';
import type { Reconciliation } from '@funil/contract/sales/reconciliations';
import { RECONCILE_PLATFORMS, type ReconcilePlatform } from '@funil/contract/sales/sales-apis';
import type { Selectable } from 'kysely';
import type { ReconcileConfig } from '../../config/reconcile.ts';
import { ApiFailure } from '../../http/api-errors.ts';
import { type AttemptIntervals, isAttemptDue } from '../../http/attempt-due.ts';
import type { Database, Tables } from '../../store/database.ts';
import { readHeldLeases, withLease } from '../../store/lease.ts';
import type { SalesPeriod } from '../platforms/api.ts';
import type { PlatformApi } from './apis.ts';
import { type CompareDependencies, type ComparisonCounts, compareSales } from './compare-sales.ts';
import { explainReconcileError, findPartialFailure, type ReconcileError } from './errors.ts';

type ReconciliationRow = Selectable<Tables['reconciliations']>;

export const USUAL_COMPARISON_DAYS = 7;
/** After an outage, a comparison covers at most this many days, because Hotmart keeps no more. */
const MAX_OUTAGE_DAYS = 60;
const COMPARISON_INTERVALS: AttemptIntervals = {
  usualMs: DAY_MS,
  afterStartMs: 10 * MINUTE_MS,
  firstRetryMs: MINUTE_MS,
};

/** `busy`: another process compares. */
export type ReconcileOutcome =
  | { readonly outcome: 'not-due' | 'busy' | 'stopped' }
  | { readonly outcome: 'failed'; readonly error: ReconcileError; readonly cause?: unknown }
  | ({ readonly outcome: 'done' } & ComparisonCounts);

/** A comparison is due after a start, daily, after a failure, or when an operator asked for it. */
export async function reconcileIfDue(
  platform: PlatformApi,
  deps: CompareDependencies,
  startedAt: number,
): Promise<ReconcileOutcome> {
  const now = deps.now();
  const row = await readOrCreateReconciliation(deps.database, platform.platform);
  const isDue = isAttemptDue({ last: row, intervals: COMPARISON_INTERVALS, now, startedAt });
  if (row.requested_days === null && !isDue) return { outcome: 'not-due' };
  return runWithLease(platform, deps, { row, period: periodOf(row, now), isUsual: true });
}

/** @param chosenPeriod an operator's period; null: the usual one */
export async function reconcileNow(
  platform: PlatformApi,
  deps: CompareDependencies,
  chosenPeriod: SalesPeriod | null,
): Promise<ReconcileOutcome> {
  const now = deps.now();
  const storedRow = await readOrCreateReconciliation(deps.database, platform.platform);
  // The request that an operator stored in the console stays, because it may ask for more days.
  const row = { ...storedRow, requested_days: null };
  const usualPeriod = periodOf(row, now);
  const period = chosenPeriod ?? usualPeriod;
  const isUsual = period.until > now - MINUTE_MS && period.from <= usualPeriod.from;
  return runWithLease(platform, deps, { row, period, isUsual });
}

async function readOrCreateReconciliation(
  database: Database,
  platform: string,
): Promise<ReconciliationRow> {
  const row = await database
    .selectFrom('reconciliations')
    .selectAll()
    .where('platform', '=', platform)
    .executeTakeFirst();
  if (row) return row;
  await database
    .insertInto('reconciliations')
    .values({ platform })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readOrCreateReconciliation(database, platform);
}

/**
 * Returns the longest of three periods until now: the requested days, the usual days, and since the last success,
 * which goes back at most MAX_OUTAGE_DAYS.
 */
function periodOf({ requested_days, succeeded_at }: ReconciliationRow, now: number): SalesPeriod {
  const from = now - Math.max(requested_days ?? 0, USUAL_COMPARISON_DAYS) * DAY_MS;
  const lastSuccessMs = succeeded_at === null ? from : Date.parse(succeeded_at);
  return {
    from: Math.min(from, Math.max(lastSuccessMs, now - MAX_OUTAGE_DAYS * DAY_MS)),
    until: now,
  };
}

interface ComparisonRun {
  readonly row: ReconciliationRow;
  readonly period: SalesPeriod;
  readonly isUsual: boolean;
}

async function runWithLease(
  platform: PlatformApi,
  deps: CompareDependencies,
  comparisonRun: ComparisonRun,
): Promise<ReconcileOutcome> {
  const { database, now } = deps;
  const outcomeIfLeased = await withLease<ReconcileOutcome>(database, {
    name: leaseOf(platform.platform),
    now,
    async run() {
      const outcome = await runComparison(platform, deps, comparisonRun.period);
      if (outcome.outcome === 'done' || outcome.outcome === 'failed') {
        await storeOutcome(database, comparisonRun, outcome);
      }
      return outcome;
    },
  });
  return outcomeIfLeased ?? { outcome: 'busy' };
}

const leaseOf = (platform: string): string => `reconcile:${platform}`;

async function runComparison(
  platform: PlatformApi,
  deps: CompareDependencies,
  period: SalesPeriod,
): Promise<ReconcileOutcome> {
  try {
    const comparison = await compareSales(platform, period, deps);
    return { outcome: 'done', ...comparison };
  } catch (cause) {
    // The request failed because this process is stopping, not because of the platform.
    if (deps.signal.aborted) return { outcome: 'stopped' };
    if (cause instanceof ApiFailure) return { outcome: 'failed', error: cause.reason };
    return { outcome: 'failed', error: 'interrupted', cause };
  }
}

/** Keeps a request that an operator made during the comparison. */
async function storeOutcome(
  database: Database,
  { row, period, isUsual }: ComparisonRun,
  outcome: Extract<ReconcileOutcome, { outcome: 'done' | 'failed' }>,
): Promise<void> {
  const isDone = outcome.outcome === 'done';
  const error = isDone ? findPartialFailure(outcome) : outcome.error;
  const periodUntil = new Date(period.until).toISOString();
  await database
    .updateTable('reconciliations')
    .set({
      error,
      period_from: new Date(period.from).toISOString(),
      period_until: periodUntil,
      found: isDone ? outcome.found : 0,
      new_sales: isDone ? outcome.newSales : 0,
      changed_sales: isDone ? outcome.changedSales : 0,
      ...(isUsual && { attempted_at: periodUntil, failures: isDone ? 0 : row.failures + 1 }),
      ...(isUsual && isDone && { succeeded_at: periodUntil }),
    })
    .where('platform', '=', row.platform)
    .execute();
  if (row.requested_days === null) return;
  await database
    .updateTable('reconciliations')
    .set({ requested_days: null })
    .where('platform', '=', row.platform)
    .where('requested_days', '=', row.requested_days)
    .execute();
}

export async function listReconciliations(
  database: Database,
  config: ReconcileConfig,
  now: number,
): Promise<Reconciliation[]> {
  const rows = await database.selectFrom('reconciliations').selectAll().execute();
  const heldLeases = await readHeldLeases(database, now);
  return RECONCILE_PLATFORMS.filter((platform) => config[platform] !== null).map((platform) => {
    const row = rows.find((stored) => stored.platform === platform);
    const isWaiting = row !== undefined && row.requested_days !== null;
    return {
      platform,
      state: heldLeases.has(leaseOf(platform)) ? 'running' : isWaiting ? 'waiting' : 'idle',
      checked_at: row?.succeeded_at ?? null,
      from: row?.period_from ?? null,
      until: row?.period_until ?? null,
      found: row?.found ?? 0,
      new: row?.new_sales ?? 0,
      changed: row?.changed_sales ?? 0,
      problem: row?.error ? explainReconcileError(platform, row.error) : null,
    };
  });
}

/** Any replica begins the comparison. Of two requests, the one for more days counts. */
export async function requestReconciliation(
  database: Database,
  platform: ReconcilePlatform,
  days: number,
): Promise<void> {
  await readOrCreateReconciliation(database, platform);
  await database
    .updateTable('reconciliations')
    .set({ requested_days: days })
    .where('platform', '=', platform)
    .where(({ or, eb }) => or([eb('requested_days', 'is', null), eb('requested_days', '<', days)]))
    .execute();
}
