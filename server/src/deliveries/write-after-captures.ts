import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { beginWriting } from '../store/locks.ts';

/** Runs a writing transaction after waiting for captures under way. */
export async function writeAfterCaptures<Result>(
  database: Database,
  write: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  await database.yieldToCaptures();
  return database.transaction().execute(async (transaction) => {
    await beginWriting(transaction);
    return write(transaction);
  });
}
