import { addDays, BRASILIA_TIME_ZONE } from '@funil/contract/brasilia';
import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import type { DayRange } from '@funil/contract/list-page';
import type { Selectable } from 'kysely';
import type { MetaErrorReason, PullError } from '../ads/meta/errors.ts';
import { type AdAccount, readAccount, readInsights } from '../ads/meta/insights.ts';
import type { SpendRow } from '../ads/spend-lines.ts';
import type { MetaAdsConfig } from '../config/spend.ts';
import { ApiFailure } from '../http/api-errors.ts';
import { type AttemptIntervals, isAttemptDue } from '../http/attempt-due.ts';
import type { SalesDependencies } from '../sales/update-sales.ts';
import type { Database, Tables } from '../store/database.ts';
import { readHeldLeases, withLease } from '../store/lease.ts';
import { beginImport, IMPORT_LEASE } from './import-lease.ts';
import { runImport } from './run-import.ts';
import { storeSpend } from './store-spend.ts';
import { claimImport } from './undo-import.ts';

/** The last days, whose spend Meta still revises. */
const HISTORY_DAYS = 28;
/** Kept low, because Meta refuses requests for too much data. */
const DAYS_PER_REQUEST = 7;
/** A start pulls at once, because an operator may have mended the settings. */
const PULL_INTERVALS: AttemptIntervals = {
  usualMs: HOUR_MS,
  afterStartMs: 0,
  firstRetryMs: 5 * MINUTE_MS,
};

interface PullDependencies extends SalesDependencies {
  readonly config: MetaAdsConfig;
  readonly signal: AbortSignal;
  readonly requestTimeoutMs?: number;
}

type PullOutcome = 'pulled' | 'not-due' | 'busy' | MetaErrorReason;

/**
 * Pulls today's spend, or that of 28 days until a pull of the day has succeeded. Only one replica pulls at a time.
 * @param startedAt of this process, in ms since 1970; the first call after it is always due
 */
export async function pullSpend(deps: PullDependencies, startedAt: number): Promise<PullOutcome> {
  const { database, config, now } = deps;
  const pull = await readOrCreatePull(database, config.account);
  if (!isAttemptDue({ last: pull, intervals: PULL_INTERVALS, now: now(), startedAt }))
    return 'not-due';
  // While a file is imported, Meta is not asked, because its answer could not be stored.
  if ((await readHeldLeases(database, now())).has(IMPORT_LEASE)) return 'busy';
  const outcome = await withLease(database, {
    name: `spend:meta:${config.account}`,
    now,
    run: () => pullAndStore(deps, pull),
  });
  return outcome ?? 'not-due';
}

async function pullAndStore(deps: PullDependencies, pull: StoredPull): Promise<PullOutcome> {
  const { config, now } = deps;
  let account: AdAccount | null = null;
  try {
    account = await readAccount(config, requestOptionsOf(deps));
    const today = todayIn(account.timeZone, now());
    const needsHistory = pull.pulled_history_on !== today;
    const days = { from: needsHistory ? addDays(today, 1 - HISTORY_DAYS) : today, until: today };
    const { currency } = account;
    const claim = await claimImport(deps, () =>
      beginImport(deps, { kind: 'pull', fileName: '', by: '' }),
    );
    if (claim.outcome !== 'claimed') return 'busy';
    await runImport(deps, claim.lease, (runningImport) =>
      storeSpend(runningImport, {
        network: 'meta',
        rows: pullDailySpend(deps, days, currency),
        completePeriod: { account: config.account, ...days },
      }),
    );
    await storeResult(deps, pull, { outcome: 'pulled', account, historyOn: today });
    return 'pulled';
  } catch (error) {
    const isApiFailure = error instanceof ApiFailure;
    if (deps.signal.aborted) {
      // This process is stopping and has aborted the request, so the failure is not stored.
      if (isApiFailure) return 'not-due';
      throw error;
    }
    const outcome = isApiFailure ? error.reason : 'interrupted';
    await storeResult(deps, pull, { outcome, account, historyOn: null });
    if (isApiFailure) return error.reason;
    throw error;
  }
}

const requestOptionsOf = ({ signal, requestTimeoutMs }: PullDependencies) => ({
  signal,
  timeoutMs: requestTimeoutMs,
});

async function* pullDailySpend(
  deps: PullDependencies,
  { from, until }: DayRange,
  currency: string | null,
): AsyncGenerator<readonly SpendRow[]> {
  for (let firstDay = from; firstDay <= until; firstDay = addDays(firstDay, DAYS_PER_REQUEST)) {
    const lastDay = addDays(firstDay, DAYS_PER_REQUEST - 1);
    const days = { from: firstDay, until: lastDay < until ? lastDay : until };
    yield* readInsights(deps.config, days, { ...requestOptionsOf(deps), currency });
  }
}

/** Returns `YYYY-MM-DD`, in Brasília if the time zone is null or unknown. */
function todayIn(timeZone: string | null, time: number): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(time);
  try {
    return format(timeZone ?? BRASILIA_TIME_ZONE);
  } catch {
    // Meta may name a time zone that Node does not know.
    return format(BRASILIA_TIME_ZONE);
  }
}

async function readOrCreatePull(database: Database, account: string): Promise<StoredPull> {
  const pull = await database
    .selectFrom('ad_spend_pulls')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirst();
  if (pull) return pull;
  await database
    .insertInto('ad_spend_pulls')
    .values({ account })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readOrCreatePull(database, account);
}

type StoredPull = Selectable<Tables['ad_spend_pulls']>;

interface PullResult {
  readonly outcome: 'pulled' | PullError;
  /** Null if Meta did not tell of the account. */
  readonly account: AdAccount | null;
  /** The account's day on which the last 28 days were pulled; null if this pull failed. */
  readonly historyOn: string | null;
}

async function storeResult(
  { database, config, now }: PullDependencies,
  { failures }: StoredPull,
  { outcome, account, historyOn }: PullResult,
): Promise<void> {
  const attemptedAt = new Date(now()).toISOString();
  const isPulled = outcome === 'pulled';
  await database
    .updateTable('ad_spend_pulls')
    .set({
      attempted_at: attemptedAt,
      error: isPulled ? null : outcome,
      failures: isPulled ? 0 : failures + 1,
      ...(isPulled && { pulled_at: attemptedAt }),
      ...(historyOn !== null && { pulled_history_on: historyOn }),
      ...(account !== null && {
        name: account.name,
        currency: account.currency,
        time_zone: account.timeZone,
      }),
    })
    .where('account', '=', config.account)
    .execute();
}
