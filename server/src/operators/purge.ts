import type { Database } from '../store/database.ts';
import { RETENTION } from '../store/retention.ts';
import { removeAlerts } from './alerts.ts';

export async function purgeAlertsAndUsedCodes(database: Database, now: number): Promise<void> {
  await removeAlerts(database, {
    before: new Date(now - RETENTION.operatorAlert.ms).toISOString(),
  });
  await database
    .deleteFrom('operator_used_codes')
    // A code's step is the number of its half minute since 1970.
    .where('step', '<', Math.floor((now - RETENTION.usedCode.ms) / 30_000))
    .execute();
}
