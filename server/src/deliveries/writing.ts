import { type Kysely, sql } from 'kysely';
import { type Database, dialectOf, type Tables } from '../store/database.ts';

/** Makes a transaction a writer before it reads: SQLite refuses to turn a stale reader into a writer. */
export async function beginWriting(step: Kysely<Tables>): Promise<void> {
  if (dialectOf(step) === 'sqlite') {
    // Changes nothing, and is a writer from here on.
    await sql`update delivery_progress set last_number = last_number where source = ''`.execute(
      step,
    );
  }
}

/** Runs a writing transaction once no capture waits for the write lock. */
export async function writeBesideCaptures<Outcome>(
  database: Database,
  write: (step: Kysely<Tables>) => Promise<Outcome>,
): Promise<Outcome> {
  await database.giveWay();
  return database.transaction().execute(async (step) => {
    await beginWriting(step);
    return write(step);
  });
}
