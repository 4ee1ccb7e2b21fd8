import { purgeErasing } from '../leads/people/erasing-people.ts';
import { hashOldRequests } from '../leads/people/privacy-requests.ts';
import { purgeOperators } from '../operators/purge.ts';
import { removeOldRefusals } from '../sales/refusals.ts';
import type { Database } from '../store/database.ts';

/** Removes rows whose retention period is over. Queries ignore such rows until then. */
export async function purgeExpired(database: Database, now: number): Promise<void> {
  for (const purge of [purgeOperators, hashOldRequests, purgeErasing, removeOldRefusals]) {
    await purge(database, now);
  }
}
