import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import { addressGroup } from '../http/address-group.ts';
import type { Database, Queryable } from '../store/database.ts';
import { RETENTION } from '../store/retention.ts';

export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
  /** Texts by which the client is recognized later, the most specific first: `device 3f…`, `address 203.0.113.7`. */
  readonly clientKeys?: readonly string[];
}

/** The most attempts of a key, such as `account ana@…`, within ATTEMPT_WINDOW_MS. */
interface AttemptLimit {
  readonly attemptKey: string;
  readonly maxAttempts: number;
}

export const toClientColumns = ({ address, userAgent }: ClientInfo) => ({
  // A proxy's header may hold any text; the longest valid address has 45 characters.
  address: address.slice(0, 64),
  user_agent: [...userAgent].slice(0, 300).join(''),
});

const ATTEMPT_WINDOW_MS = 15 * MINUTE_MS;
/** A window that begins further in the future than replicas' clocks differ is over, because the clock was set back. */
const MAX_CLOCK_SKEW_MS = MINUTE_MS;

const attemptDigestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Counts an attempt towards each limit. Call this before checking the password or code, so that parallel attempts all
 * count. Returns 0, or the seconds to wait if a limit is used up.
 */
export async function countAttempt(
  database: Database,
  limits: readonly AttemptLimit[],
  now: number,
): Promise<number> {
  const waitS = await findWaitS(database, limits, now);
  if (waitS > 0) return waitS;
  // All replicas lock the rows in this order, so that they never deadlock.
  const limitsInOrder = limits
    .map(({ attemptKey, maxAttempts }) => ({ maxAttempts, digest: attemptDigestOf(attemptKey) }))
    .sort((a, b) => a.digest.compare(b.digest));
  const windowOverCondition = sql<boolean>`(sign_in_attempts.began_at <= ${new Date(now - ATTEMPT_WINDOW_MS).toISOString()}
    or sign_in_attempts.began_at > ${new Date(now + MAX_CLOCK_SKEW_MS).toISOString()})`;
  const isLimitExceeded = await database.transaction().execute(async (transaction) => {
    let isAnyExceeded = false;
    for (const { digest, maxAttempts } of limitsInOrder) {
      const { attempts } = await transaction
        .insertInto('sign_in_attempts')
        .values({ digest, began_at: new Date(now).toISOString(), attempts: 1 })
        .onConflict((conflict) =>
          conflict.column('digest').doUpdateSet({
            attempts: sql<number>`case when ${windowOverCondition} then 1 else sign_in_attempts.attempts + 1 end`,
            began_at: sql<string>`case when ${windowOverCondition} then excluded.began_at else sign_in_attempts.began_at end`,
          }),
        )
        .returning('attempts')
        .executeTakeFirstOrThrow();
      isAnyExceeded ||= attempts > maxAttempts;
    }
    return isAnyExceeded;
  });
  return isLimitExceeded ? findWaitS(database, limits, now) : 0;
}

export async function forgetAttempts(database: Database, attemptKeys: readonly string[]) {
  await database
    .deleteFrom('sign_in_attempts')
    .where('digest', 'in', attemptKeys.map(attemptDigestOf))
    .execute();
}

async function findWaitS(
  database: Database,
  limits: readonly AttemptLimit[],
  now: number,
): Promise<number> {
  const digests = limits.map(({ attemptKey }) => attemptDigestOf(attemptKey));
  const rows = await database
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('digest', 'in', digests)
    .execute();
  const waitsS = limits.map(({ maxAttempts }, index) => {
    const row = rows.find(({ digest }) => digests[index]?.equals(digest));
    if (!row || row.attempts < maxAttempts) return 0;
    const ageMs = now - Date.parse(row.began_at);
    return ageMs < -MAX_CLOCK_SKEW_MS ? 0 : Math.ceil((ATTEMPT_WINDOW_MS - ageMs) / 1000);
  });
  return Math.max(0, ...waitsS);
}

export interface AttemptLimits {
  readonly limits: readonly AttemptLimit[];
  readonly keysForgottenOnSuccess: readonly string[];
}

/** The most attempts within ATTEMPT_WINDOW_MS; `total`: of all unknown clients together. */
interface MaxAttempts {
  readonly attemptKey: string;
  readonly perClient: number;
  readonly total: number;
}

/** Returns the limits. A known device or address has its own, so that strangers cannot lock an operator out. */
async function findLimits(
  database: Database,
  { email, client, now }: { email: string; client: ClientInfo; now: number },
  { attemptKey, perClient, total }: MaxAttempts,
): Promise<AttemptLimits & { readonly isKnownClient: boolean }> {
  const knownClientKey = await findKnownClientKey(database, { email, client }, now);
  const isKnownClient = knownClientKey !== null;
  const clientName = isKnownClient
    ? `known ${knownClientKey}`
    : `from ${addressGroup(client.address)}`;
  const clientLimit = { attemptKey: `${attemptKey} ${clientName}`, maxAttempts: perClient };
  const otherLimits = isKnownClient ? [] : [{ attemptKey, maxAttempts: total }];
  const limits = [clientLimit, ...otherLimits];
  return { limits, keysForgottenOnSuccess: limits.map((limit) => limit.attemptKey), isKnownClient };
}

export async function signInLimits(
  database: Database,
  client: ClientInfo,
  { email, now }: { email: string; now: number },
): Promise<AttemptLimits> {
  const maxAttempts = { attemptKey: `account ${email}`, perClient: 10, total: 50 };
  const accountLimits = await findLimits(database, { email, client, now }, maxAttempts);
  if (accountLimits.isKnownClient) return accountLimits;
  const addressLimit = { attemptKey: `address ${addressGroup(client.address)}`, maxAttempts: 60 };
  return { ...accountLimits, limits: [...accountLimits.limits, addressLimit] };
}

export async function passwordLinkLimits(
  database: Database,
  client: ClientInfo,
  { email, now }: { email: string; now: number },
): Promise<readonly AttemptLimit[]> {
  const maxAttempts = { attemptKey: `password link ${email}`, perClient: 3, total: 5 };
  const { limits } = await findLimits(database, { email, client, now }, maxAttempts);
  const network = addressGroup(client.address);
  return [...limits, { attemptKey: `password links ${network}`, maxAttempts: 10 }];
}

/** Three codes of six digits are valid at a time, so that a guess is right with a chance of 3 in 1,000,000. */
export async function factorCodeLimits(
  database: Database,
  client: ClientInfo,
  { operator, now }: { operator: { id: string; email: string }; now: number },
): Promise<AttemptLimits> {
  const maxAttempts = { attemptKey: `code ${operator.id}`, perClient: 5, total: 10 };
  return findLimits(database, { email: operator.email, client, now }, maxAttempts);
}

/** Returns the client's first key with a completed sign-in (with the second factor), or null. */
async function findKnownClientKey(
  database: Database,
  { email, client: { clientKeys = [] } }: { email: string; client: ClientInfo },
  now: number,
): Promise<string | null> {
  if (clientKeys.length === 0) return null;
  const rows = await database
    .selectFrom('operator_known_origins')
    .innerJoin('operators', 'operators.id', 'operator_known_origins.operator_id')
    .select('digest')
    .where('operators.email', '=', email)
    .where('digest', 'in', clientKeys.map(attemptDigestOf))
    .where('seen_at', '>', new Date(now - RETENTION.knownOrigin.ms).toISOString())
    .execute();
  return (
    clientKeys.find((key) => rows.some(({ digest }) => attemptDigestOf(key).equals(digest))) ?? null
  );
}

/** Returns whether the client has keys and none was known. */
export async function rememberClientKeys(
  transaction: Queryable,
  { operatorId, clientKeys }: { operatorId: string; clientKeys: readonly string[] },
  now: number,
): Promise<boolean> {
  if (clientKeys.length === 0) return false;
  const digests = clientKeys.map(attemptDigestOf);
  const knownRows = await transaction
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
  return knownRows.length === 0;
}
