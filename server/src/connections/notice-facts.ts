import { DAY_MS, MINUTE_MS } from '@funil/contract/durations';
import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/sales/platforms';
import type { NoticeRefusalReason } from '@funil/contract/sales/refusals';
import { ERASED_MARK } from '../sales/notices/stored-notices.ts';
import type { Database } from '../store/database.ts';
import { hourOf } from '../store/queries/sql.ts';
import {
  findSilence,
  MIN_NOTICE_SILENCE_MS,
  NOTICE_HISTORY_MS,
  type NoticeGroup,
} from './notice-silence.ts';

/** Refusals that are older than this cause no warning. */
const REFUSAL_WARNING_MS = 7 * DAY_MS;
const MAX_REFUSALS_LISTED = 20;

export type NoticeWarning =
  /**
   * Notices were refused and none was accepted since the minute `since`. `reason` is the newest
   * one, but `size` only if there is no other.
   */
  | { readonly kind: 'refused'; readonly reason: NoticeRefusalReason; readonly since: string }
  /** No notice has arrived for unusually long. `since` is the time of the last notice. */
  | { readonly kind: 'silent'; readonly since: string };

export type NoticeFacts = Awaited<ReturnType<typeof readPlatformFacts>>;

export const readNoticeFacts = (database: Database, now: number): Promise<NoticeFacts[]> =>
  Promise.all(PLATFORM_NAMES.map((platform) => readPlatformFacts(database, platform, now)));

/** A later time was stored before the clock was set back, and would hide every warning until then. */
const latestPlausibleTime = (now: number): string => new Date(now + MINUTE_MS).toISOString();

/** Returns the time of the newest accepted notice (ISO; null: none), and what is wrong with the platform's notices. */
export async function readNoticeWarning(database: Database, platform: PlatformName, now: number) {
  const { accepted_at } = await selectNotices(database, platform)
    .select(({ fn }) => fn.max<string | null>('received_at').as('accepted_at'))
    .where('received_at', '<=', latestPlausibleTime(now))
    .executeTakeFirstOrThrow();
  const times = { accepted_at, now };
  const warning =
    (await findRefusalWarning(database, platform, times)) ??
    (await findSilenceWarning(database, platform, times));
  return { accepted_at, warning };
}

async function readPlatformFacts(database: Database, platform: PlatformName, now: number) {
  const notices = selectNotices(database, platform);
  const { failed } = await notices
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('read_error', '<>', ERASED_MARK)
    .executeTakeFirstOrThrow();
  const unread = await notices
    .select('received_at')
    .where('read_by', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return {
    platform,
    ...(await readNoticeWarning(database, platform, now)),
    refusals: await readRefusals(database, platform),
    /** Notices that the adapter did not understand. */
    failed,
    // When the oldest unread notice arrived; null if all are read.
    unread_since: unread?.received_at ?? null,
  };
}

const selectNotices = (database: Database, platform: PlatformName) =>
  database.selectFrom('notices').where('platform', '=', platform).where('source', '=', 'notice');

interface AcceptanceTimes {
  readonly accepted_at: string | null;
  readonly now: number;
}

/** Finds an unusual silence. Older notices are read only after a pause, because a busy platform has 100,000 of them. */
async function findSilenceWarning(
  database: Database,
  platform: PlatformName,
  { accepted_at, now }: AcceptanceTimes,
): Promise<NoticeWarning | null> {
  if (accepted_at === null || now - Date.parse(accepted_at) <= MIN_NOTICE_SILENCE_MS) return null;
  const since = findSilence(await readGroups(database, platform, now), now);
  return since === null ? null : { kind: 'silent', since: new Date(since).toISOString() };
}

async function readGroups(
  database: Database,
  platform: PlatformName,
  now: number,
): Promise<NoticeGroup[]> {
  const rows = await selectNotices(database, platform)
    .select(({ fn }) => [
      fn.min('received_at').as('firstAt'),
      fn.max('received_at').as('lastAt'),
      fn.countAll<number>().as('count'),
    ])
    .where('received_at', '>=', new Date(now - NOTICE_HISTORY_MS).toISOString())
    .where('received_at', '<=', latestPlausibleTime(now))
    .groupBy(hourOf(database, 'received_at'))
    .orderBy('firstAt')
    .execute();
  return rows.map(({ firstAt, lastAt, count }) => ({
    firstAt: Date.parse(firstAt),
    lastAt: Date.parse(lastAt),
    count: Number(count),
  }));
}

const selectRefusals = (database: Database, platform: PlatformName) =>
  database.selectFrom('refused_notices').where('platform', '=', platform);

const readRefusals = (database: Database, platform: PlatformName) =>
  selectRefusals(database, platform)
    .select(['last_at as at', 'reason', 'count'])
    .orderBy('minute', 'desc')
    .orderBy('reason')
    .limit(MAX_REFUSALS_LISTED)
    .execute();

async function findRefusalWarning(
  database: Database,
  platform: PlatformName,
  { accepted_at, now }: AcceptanceTimes,
): Promise<NoticeWarning | null> {
  const refusals = await selectRefusals(database, platform)
    .select(({ fn }) => ['reason', fn.min('minute').as('since'), fn.max('last_at').as('lastAt')])
    .where('minute', '>=', new Date(now - REFUSAL_WARNING_MS).toISOString())
    .where('last_at', '<=', latestPlausibleTime(now))
    .$if(accepted_at !== null, (query) => query.where('last_at', '>', accepted_at))
    .groupBy('reason')
    .orderBy('lastAt', 'desc')
    .execute();
  // A refusal by size comes last, because any program may send a large body, and a wrong secret explains missing sales.
  const newest = refusals.find(({ reason }) => reason !== 'size') ?? refusals[0];
  if (!newest) return null;
  const since = refusals.map((refusal) => refusal.since).toSorted()[0] ?? newest.since;
  return { kind: 'refused', reason: newest.reason, since };
}
