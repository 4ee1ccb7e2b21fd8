import type { Reconciliation } from '@funil/contract/console/reconciliations';
import {
  RECONCILE_PLATFORMS,
  type ReconcileConfig,
  type ReconcilePlatform,
} from '../../config/reconcile.ts';
import type { Database } from '../../store/database.ts';
import { readLeased } from '../../store/lease.ts';
import { explainReconcileError } from './errors.ts';
import { leaseOf, readState } from './reconcile.ts';

/** Returns the last comparison with each platform whose credentials are set. */
export async function listReconciliations(
  database: Database,
  config: ReconcileConfig,
  now: number,
): Promise<Reconciliation[]> {
  const rows = await database.selectFrom('reconciliations').selectAll().execute();
  const leased = await readLeased(database, now);
  return RECONCILE_PLATFORMS.filter((platform) => config[platform] !== null).map((platform) => {
    const row = rows.find((stored) => stored.platform === platform);
    const isWaiting = row !== undefined && row.requested_days !== null;
    return {
      platform,
      state: leased.has(leaseOf(platform)) ? 'running' : isWaiting ? 'waiting' : 'idle',
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

/** Requests a comparison, which the background thread of any replica begins. Of two requests, the longer one counts. */
export async function requestReconciliation(
  database: Database,
  platform: ReconcilePlatform,
  days: number,
): Promise<void> {
  await readState(database, platform);
  await database
    .updateTable('reconciliations')
    .set({ requested_days: days })
    .where('platform', '=', platform)
    .where(({ or, eb }) => or([eb('requested_days', 'is', null), eb('requested_days', '<', days)]))
    .execute();
}
