import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { KNOWN_ORIGIN_MS } from '../store/retention.ts';
import { operatorTables, toMoment } from './tables.ts';

const digestOf = (origin: string) => createHash('sha256').update(origin).digest();

/**
 * Returns the first of a request's origins from which the account has completed a sign-in, with both factors where
 * it has two; null if there is none, or no such account.
 * @param origins such as `device 3f…` and `address 203.0.113.7`, the most specific first
 */
export async function findKnownOrigin(
  database: Database,
  { email, origins }: { email: string; origins: readonly string[] },
  now: number,
): Promise<string | null> {
  const rows = await operatorTables(database)
    .selectFrom('operator_origins')
    .innerJoin('operators', 'operators.id', 'operator_origins.operator_id')
    .select('digest')
    .where('operators.email', '=', email)
    .where('digest', 'in', origins.map(digestOf))
    .where('seen_at', '>', toMoment(now - KNOWN_ORIGIN_MS))
    .execute();
  return (
    origins.find((origin) => rows.some(({ digest }) => digestOf(origin).equals(digest))) ?? null
  );
}

/**
 * Stores the origins of a completed sign-in.
 * @returns whether the operator was known from none of them
 */
export async function rememberOrigins(
  tables: Kysely<Tables>,
  { operatorId, origins }: { operatorId: string; origins: readonly string[] },
  now: number,
): Promise<boolean> {
  if (origins.length === 0) return false;
  const digests = origins.map(digestOf);
  const known = await tables
    .selectFrom('operator_origins')
    .select('digest')
    .where('operator_id', '=', operatorId)
    .where('digest', 'in', digests)
    .where('seen_at', '>', toMoment(now - KNOWN_ORIGIN_MS))
    .execute();
  const seen_at = toMoment(now);
  await tables
    .insertInto('operator_origins')
    .values(digests.map((digest) => ({ operator_id: operatorId, digest, seen_at })))
    .onConflict((conflict) => conflict.columns(['operator_id', 'digest']).doUpdateSet({ seen_at }))
    .execute();
  return known.length === 0;
}
