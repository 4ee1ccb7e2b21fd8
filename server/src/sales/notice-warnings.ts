import type { NoticeWarning, PlatformNotices } from '@funil/contract/console/sales';
import { DAY_MS } from '@funil/contract/durations';
import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/platforms';
import type { Database } from '../store/database.ts';
import { hourOf } from '../store/sql.ts';
import { findSilence, HISTORY_MS, MIN_SILENCE_MS, type NoticeGroup } from './notice-silence.ts';

/** Older refusals are no longer warned of. */
const WARNING_MS = 7 * DAY_MS;
/** Refusals that are listed of a platform. */
const MAX_REFUSALS_LISTED = 20;

type Refusal = PlatformNotices['refusals'][number];

const toTimestamp = (ms: number): string => new Date(ms).toISOString();

/** Returns the accepted and refused notices of each platform that has sent any, and what is wrong with them. */
export async function readPlatformNotices(
  database: Database,
  now: number,
): Promise<PlatformNotices[]> {
  const found = await Promise.all(
    PLATFORM_NAMES.map(async (platform): Promise<PlatformNotices> => {
      const acceptedAt = await readLastAccepted(database, platform);
      const refusals = await readRefusals(database, platform);
      const warning =
        findRefusal(await readRefusalsAfter(database, platform, { acceptedAt, now })) ??
        (await readSilence(database, platform, { acceptedAt, now }));
      return { platform, accepted_at: acceptedAt, refusals, warning };
    }),
  );
  return found.filter(({ accepted_at, refusals }) => accepted_at !== null || refusals.length > 0);
}

interface Times {
  /** When the last notice was accepted; null: none was. */
  readonly acceptedAt: string | null;
  /** In ms since 1970. */
  readonly now: number;
}

/** Reads the history of a platform only if it may be silent: a busy one has 100,000 notices in it. */
async function readSilence(
  database: Database,
  platform: PlatformName,
  { acceptedAt, now }: Times,
): Promise<NoticeWarning | null> {
  if (acceptedAt === null || now - Date.parse(acceptedAt) <= MIN_SILENCE_MS) return null;
  const since = findSilence(await readGroups(database, platform, now), now);
  return since === null ? null : { kind: 'silent', since: toTimestamp(since) };
}

/** Returns a platform's accepted notices of the last days, those of an hour as one group. */
async function readGroups(
  database: Database,
  platform: PlatformName,
  now: number,
): Promise<NoticeGroup[]> {
  const rows = await database
    .selectFrom('notices')
    .select(({ fn }) => [
      fn.min('received_at').as('firstAt'),
      fn.max('received_at').as('lastAt'),
      fn.countAll<number>().as('count'),
    ])
    .where('platform', '=', platform)
    .where('source', '=', 'notice')
    .where('received_at', '>=', toTimestamp(now - HISTORY_MS))
    .groupBy(hourOf(database, 'received_at'))
    .orderBy('firstAt')
    .execute();
  return rows.map(({ firstAt, lastAt, count }) => ({
    firstAt: Date.parse(firstAt),
    lastAt: Date.parse(lastAt),
    count: Number(count),
  }));
}

async function readLastAccepted(
  database: Database,
  platform: PlatformName,
): Promise<string | null> {
  const { at } = await database
    .selectFrom('notices')
    .select(({ fn }) => fn.max<string | null>('received_at').as('at'))
    .where('platform', '=', platform)
    .where('source', '=', 'notice')
    .executeTakeFirstOrThrow();
  return at;
}

const selectRefusals = (database: Database, platform: PlatformName) =>
  database.selectFrom('refused_notices').where('platform', '=', platform);

/** Returns the newest refusals first, those of a minute as one. */
const readRefusals = (database: Database, platform: PlatformName): Promise<Refusal[]> =>
  selectRefusals(database, platform)
    .select(['last_at as at', 'reason', 'count'])
    .orderBy('minute', 'desc')
    .orderBy('reason')
    .limit(MAX_REFUSALS_LISTED)
    .execute();

/** Returns the refusals after the last accepted notice, by reason. */
const readRefusalsAfter = (
  database: Database,
  platform: PlatformName,
  { acceptedAt, now }: Times,
) => {
  const earliest = toTimestamp(now - WARNING_MS);
  return selectRefusals(database, platform)
    .select(({ fn }) => ['reason', fn.min('minute').as('since'), fn.max('last_at').as('lastAt')])
    .where('minute', '>=', earliest)
    .$if(acceptedAt !== null, (query) => query.where('last_at', '>', acceptedAt ?? ''))
    .groupBy('reason')
    .orderBy('lastAt', 'desc')
    .execute();
};

function findRefusal(
  refusals: readonly { readonly reason: Refusal['reason']; readonly since: string }[],
): NoticeWarning | null {
  // A large body alone may be anything; a wrong secret explains missing sales.
  const newest = refusals.find(({ reason }) => reason !== 'size') ?? refusals[0];
  if (!newest) return null;
  const since = refusals.map((refusal) => refusal.since).toSorted()[0] ?? newest.since;
  return { kind: 'refused', reason: newest.reason, since };
}
