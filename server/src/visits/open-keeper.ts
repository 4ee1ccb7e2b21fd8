import type { StoreConfig } from '../config/config.ts';
import type { Pace } from './sqlite-visits.ts';
import type { VisitKeeper } from './visit-keeper.ts';

/** Longest that one statement may take, in ms. */
const LONGEST_STATEMENT = 60_000;
/** Longest wait for another's lock, in ms. */
const LONGEST_WAIT = 20_000;

/** Whoever keeps the visits of the configured database, on a connection of its own. */
export async function openKeeper(
  { dataDir, databaseUrl }: StoreConfig,
  pace?: Pace,
): Promise<VisitKeeper> {
  if (databaseUrl === null) {
    const { openForWriting } = await import('../store/sqlite/database.ts');
    const { keepSqliteVisits } = await import('./sqlite-visits.ts');
    return keepSqliteVisits(openForWriting(dataDir), pace);
  }
  const { default: pg } = await import('pg');
  const { keepPostgresVisits } = await import('./postgres-visits.ts');
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'funil visits',
    connectionTimeoutMillis: 5_000,
    statement_timeout: LONGEST_STATEMENT,
    lock_timeout: LONGEST_WAIT,
    keepAlive: true,
  });
  // A connection lost between two queries; the next query tells.
  client.on('error', () => {});
  await client.connect();
  await client.query("set time zone 'UTC'");
  return keepPostgresVisits(client, () => client.end());
}
