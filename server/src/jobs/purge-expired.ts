import { purgeErasing } from '../contacts/erasing-people.ts';
import { purgeOperators } from '../operators/purge.ts';
import { hashOldRequests } from '../people/privacy-requests.ts';
import { removeOldRefusals } from '../sales/refusals.ts';
import type { Database } from '../store/database.ts';

/** Removes rows whose retention period is over. Queries ignore such rows until then. */
export async function purgeExpired(database: Database, now: number): Promise<void> {
  for (const purge of [purgeOperators, hashOldRequests, purgeErasing, removeOldRefusals]) {
    await purge(database, now);
  }
}
