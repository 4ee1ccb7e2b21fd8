import { type Kysely, sql } from 'kysely';
import { type Database, dialectOf, type Tables } from '../store/database.ts';

/** Runs a writing transaction once no capture waits for the write lock. */
export async function writeBesideCaptures<Outcome>(
  database: Database,
  write: (step: Kysely<Tables>) => Promise<Outcome>,
): Promise<Outcome> {
  await database.giveWay();
  return database.transaction().execute(async (step) => {
    if (dialectOf(step) === 'sqlite') {
      // Changes nothing, and makes the transaction a writer: SQLite refuses to turn a stale reader into one.
      await sql`update delivery_progress set last_number = last_number where source = ''`.execute(
        step,
      );
    }
    return write(step);
  });
}
