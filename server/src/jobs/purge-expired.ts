import { sql } from 'kysely';
import { removeAlerts } from '../operators/alerts.ts';
import { scrubOldRequests } from '../people/privacy-requests.ts';
import type { Database } from '../store/database.ts';
import { RETENTION, type Retention } from '../store/retention.ts';

/** Deletes expired rows. The time of the deletion does not matter, because queries ignore expired rows. */
export async function purgeExpired(database: Database, now: number): Promise<void> {
  for (const { rows, ms } of Object.values<Retention>(RETENTION)) {
    if (rows === undefined || ms === null) continue;
    const [column, time] = 'until' in rows ? [rows.until, now] : [rows.since, now - ms];
    await sql`delete from ${sql.table(rows.table)} where ${sql.ref(column)} <= ${new Date(time).toISOString()}
    `.execute(database);
  }
  const before = new Date(now - RETENTION.operatorAlert.ms).toISOString();
  await removeAlerts(database, { before });
  await database
    .deleteFrom('operator_used_codes')
    // A code's step is the number of its half minute since 1970.
    .where('step', '<', Math.floor((now - RETENTION.usedCode.ms) / 30_000))
    .execute();
  await scrubOldRequests(database, now);
}
