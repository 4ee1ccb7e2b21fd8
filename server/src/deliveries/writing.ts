import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { beginWriting } from '../store/locks.ts';

/** Runs a writing transaction once no capture waits for the write lock. */
export async function writeBesideCaptures<Outcome>(
  database: Database,
  write: (step: Kysely<Tables>) => Promise<Outcome>,
): Promise<Outcome> {
  await database.yieldToCaptures();
  return database.transaction().execute(async (step) => {
    await beginWriting(step);
    return write(step);
  });
}
