import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@funil/contract/durations';
import { type Kysely, sql } from 'kysely';
import { addressGroup } from '../http/address-group.ts';
import type { Database, Tables } from '../store/database.ts';
import { RETENTION } from '../store/retention.ts';

/** The origin of a request. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
  /** Ids by which the device is recognized later, the most specific first: `device 3f…`, `address 203.0.113.7`. */
  readonly origins?: readonly string[];
}

/** A limit on the attempts under one key in 15 minutes: `{ attemptKey: 'account ana@…', maxAttempts: 10 }`. */
export interface AttemptLimit {
  readonly attemptKey: string;
  readonly maxAttempts: number;
}

export const toClientColumns = ({ address, userAgent }: ClientInfo) => ({
  // The address is cut, because a proxy's header may hold any text; the longest valid address has 45 characters.
  address: address.slice(0, 64),
  user_agent: [...userAgent].slice(0, 300).join(''),
});

/** Attempts within this time count together. */
const WINDOW_MS = 15 * MINUTE_MS;
/** Largest clock difference between replicas. A window that began later is void, because the clock was set back. */
const CLOCK_SKEW_MS = MINUTE_MS;

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Counts one attempt towards each limit. Call it before checking the password or code, so that parallel attempts all
 * count.
 * @returns 0, or the seconds to wait if a limit is used up; in that case no attempt is counted or written
 */
export async function countAttempt(
  database: Database,
  limits: readonly AttemptLimit[],
  now: number,
): Promise<number> {
  const waitS = await findWaitS(database, limits, now);
  if (waitS > 0) return waitS;
  // Every replica locks the rows in the same order, which rules out deadlocks.
  const ordered = limits
    .map(({ attemptKey, maxAttempts }) => ({ maxAttempts, digest: digestOf(attemptKey) }))
    .sort((a, b) => a.digest.compare(b.digest));
  const isOver = sql<boolean>`(sign_in_attempts.began_at <= ${new Date(now - WINDOW_MS).toISOString()}
    or sign_in_attempts.began_at > ${new Date(now + CLOCK_SKEW_MS).toISOString()})`;
  const isBeyond = await database.transaction().execute(async (transaction) => {
    let isAnyBeyond = false;
    for (const { digest, maxAttempts } of ordered) {
      const { attempts } = await transaction
        .insertInto('sign_in_attempts')
        .values({ digest, began_at: new Date(now).toISOString(), attempts: 1 })
        .onConflict((conflict) =>
          conflict.column('digest').doUpdateSet({
            attempts: sql<number>`case when ${isOver} then 1 else sign_in_attempts.attempts + 1 end`,
            began_at: sql<string>`case when ${isOver} then excluded.began_at else sign_in_attempts.began_at end`,
          }),
        )
        .returning('attempts')
        .executeTakeFirstOrThrow();
      isAnyBeyond ||= attempts > maxAttempts;
    }
    return isAnyBeyond;
  });
  return isBeyond ? findWaitS(database, limits, now) : 0;
}

/** Removes the counts of keys after the right password or code. */
export async function forgetAttempts(
  database: Database,
  attemptKeys: readonly string[],
): Promise<void> {
  await database
    .deleteFrom('sign_in_attempts')
    .where('digest', 'in', attemptKeys.map(digestOf))
    .execute();
}

async function findWaitS(
  database: Database,
  limits: readonly AttemptLimit[],
  now: number,
): Promise<number> {
  const digests = limits.map(({ attemptKey }) => digestOf(attemptKey));
  const rows = await database
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('digest', 'in', digests)
    .execute();
  const waitsS = limits.map(({ maxAttempts }, index) => {
    const row = rows.find(({ digest }) => digests[index]?.equals(digest));
    if (!row || row.attempts < maxAttempts) return 0;
    const ageMs = now - Date.parse(row.began_at);
    return ageMs < -CLOCK_SKEW_MS ? 0 : Math.ceil((WINDOW_MS - ageMs) / 1000);
  });
  return Math.max(0, ...waitsS);
}

/** The limits of an attempt, and the keys of the counts that a success removes. */
export interface Limits {
  readonly all: readonly AttemptLimit[];
  readonly onSuccess: readonly string[];
}

/** Wrong attempts allowed in 15 minutes: from one origin, and in total from unknown origins. */
interface Budget {
  /** The target of the attempts, such as an account; it need not exist. */
  readonly attemptKey: string;
  readonly perOrigin: number;
  readonly total: number;
}

/**
 * Returns the limits of a budget. A known device or address has a separate one, because strangers could otherwise lock
 * an operator out by guessing.
 */
function limitsOf(
  known: string | null,
  group: string,
  { attemptKey, ...maxAttempts }: Budget,
): Limits {
  if (known !== null) {
    const own = { attemptKey: `${attemptKey} known ${known}`, maxAttempts: maxAttempts.perOrigin };
    return { all: [own], onSuccess: [own.attemptKey] };
  }
  const pair = { attemptKey: `${attemptKey} from ${group}`, maxAttempts: maxAttempts.perOrigin };
  const total = { attemptKey, maxAttempts: maxAttempts.total };
  return { all: [pair, total], onSuccess: [pair.attemptKey, total.attemptKey] };
}

/** Returns the limits of an attempt at a password. */
export async function signInLimits(
  database: Database,
  client: ClientInfo,
  { email, now }: { email: string; now: number },
): Promise<Limits> {
  const knownOrigin = await findKnownOrigin(database, { email, client }, now);
  const group = addressGroup(client.address);
  const budget = { attemptKey: `account ${email}`, perOrigin: 10, total: 50 };
  const { all, onSuccess } = limitsOf(knownOrigin, group, budget);
  return {
    all: knownOrigin === null ? [...all, { attemptKey: `address ${group}`, maxAttempts: 60 }] : all,
    onSuccess,
  };
}

/** Returns the limits of requests for a link by e-mail; strangers cannot use up those of a known device. */
export async function passwordLinkLimits(
  database: Database,
  client: ClientInfo,
  { email, now }: { email: string; now: number },
): Promise<readonly AttemptLimit[]> {
  const known = await findKnownOrigin(database, { email, client }, now);
  const group = addressGroup(client.address);
  const budget = { attemptKey: `password link ${email}`, perOrigin: 3, total: 5 };
  const { all } = limitsOf(known, group, budget);
  return [...all, { attemptKey: `password links ${group}`, maxAttempts: 10 }];
}

/** Returns the limits of an attempt at a code after the right password: three in a million TOTP codes are right. */
export async function codeLimits(
  database: Database,
  client: ClientInfo,
  { operator, now }: { operator: { id: string; email: string }; now: number },
): Promise<Limits> {
  const known = await findKnownOrigin(database, { email: operator.email, client }, now);
  const budget = { attemptKey: `code ${operator.id}`, perOrigin: 5, total: 10 };
  return limitsOf(known, addressGroup(client.address), budget);
}

/**
 * Returns the client's first origin with a completed sign-in of the account, by both factors if it has two; null if
 * none.
 */
async function findKnownOrigin(
  database: Database,
  { email, client: { origins = [] } }: { email: string; client: ClientInfo },
  now: number,
): Promise<string | null> {
  if (origins.length === 0) return null;
  const rows = await database
    .selectFrom('operator_known_origins')
    .innerJoin('operators', 'operators.id', 'operator_known_origins.operator_id')
    .select('digest')
    .where('operators.email', '=', email)
    .where('digest', 'in', origins.map(digestOf))
    .where('seen_at', '>', new Date(now - RETENTION.knownOrigin.ms).toISOString())
    .execute();
  return (
    origins.find((origin) => rows.some(({ digest }) => digestOf(origin).equals(digest))) ?? null
  );
}

/**
 * Stores the origins of a completed sign-in.
 * @returns whether none of them was known for this operator
 */
export async function rememberOrigins(
  transaction: Kysely<Tables>,
  { operatorId, origins }: { operatorId: string; origins: readonly string[] },
  now: number,
): Promise<boolean> {
  if (origins.length === 0) return false;
  const digests = origins.map(digestOf);
  const knownOrigins = await transaction
    .selectFrom('operator_known_origins')
    .select('digest')
    .where('operator_id', '=', operatorId)
    .where('digest', 'in', digests)
    .where('seen_at', '>', new Date(now - RETENTION.knownOrigin.ms).toISOString())
    .execute();
  const seen_at = new Date(now).toISOString();
  await transaction
    .insertInto('operator_known_origins')
    .values(digests.map((digest) => ({ operator_id: operatorId, digest, seen_at })))
    .onConflict((conflict) => conflict.columns(['operator_id', 'digest']).doUpdateSet({ seen_at }))
    .execute();
  return knownOrigins.length === 0;
}
