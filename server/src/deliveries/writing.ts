import { type Kysely, sql } from 'kysely';
import type { Database, DialectName, Tables } from '../store/database.ts';

/** Makes a transaction a writer before it reads: SQLite lets nobody write on what he read before another wrote. */
export async function beginWriting(step: Kysely<Tables>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') {
    // Changes nothing, and is a writer from here on.
    await sql`update delivery_progress set last_number = last_number where source = ''`.execute(
      step,
    );
  }
}

/** A transaction that writes from its beginning on, once captures leave room: for what works beside them. */
export async function writeBesideCaptures<Outcome>(
  database: Database,
  write: (step: Kysely<Tables>) => Promise<Outcome>,
): Promise<Outcome> {
  await database.giveWay();
  return database.transaction().execute(async (step) => {
    await beginWriting(step, database.dialect);
    return write(step);
  });
}
