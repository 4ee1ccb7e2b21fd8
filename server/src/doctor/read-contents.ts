import type { PlatformNotices } from '@funil/contract/console/sales';
import type { ExpressionBuilder } from 'kysely';
import type { StoreConfig } from '../config/config.ts';
import { readSealedSigningKeys } from '../operators/sign-in/access-token.ts';
import { hasFactor } from '../operators/tables.ts';
import { readPlatformNotices } from '../sales/notice-warnings.ts';
import { ERASED } from '../sales/notices.ts';
import { readSealedSettings } from '../settings/stored-settings.ts';
import type { Database, Tables } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import type { SealedSetting } from '../store/settings-tables.ts';
import { type RunningServer, readRunningServers } from './running-servers.ts';

/** A platform's notices. Times are ISO, in UTC, here and below. */
export interface NoticeStatus {
  readonly platform: string;
  /** When the last one arrived. */
  readonly lastAt: string;
  /** Notices that the adapter did not understand. */
  readonly failedNotices: number;
  /** When the oldest unread one arrived; null: all are read. */
  readonly waitingSince: string | null;
}

/** The contents of a database of this release. */
export interface DatabaseContents {
  /** Null: no lead. */
  readonly newestLeadAt: string | null;
  readonly notices: readonly NoticeStatus[];
  /** Accepted and refused notices, and what is wrong with them. */
  readonly platforms: readonly PlatformNotices[];
  readonly running: readonly RunningServer[];
  readonly destinations: readonly DestinationStatus[];
  readonly operators: OperatorStatus;
  /** The keys that sign access tokens, sealed. */
  readonly signingKeys: Awaited<ReturnType<typeof readSealedSigningKeys>>;
  readonly pulls: readonly PullStatus[];
  readonly reconciliations: readonly ReconciliationStatus[];
  readonly storedSettings: readonly SealedSetting[];
}

/** The comparison of sales with a platform's API. */
export interface ReconciliationStatus {
  readonly platform: string;
  /** When it last succeeded; null: never. */
  readonly succeededAt: string | null;
  /** Why the last one failed (sales/reconcile/errors.ts); null: it did not. */
  readonly error: string | null;
}

/** The pull of an ad account's spend. */
export interface PullStatus {
  readonly account: string;
  /** When it last succeeded; null: never. */
  readonly pulledAt: string | null;
  /** Why the last one failed (ads/meta/errors.ts); null: it did not. */
  readonly error: string | null;
}

export interface DestinationStatus {
  /** `webhook:<id>`, `mail`, `mail:leads`, `meta` or `ga4`. */
  readonly name: string;
  /** A webhook's address; null for other destinations. */
  readonly url: string | null;
  /** Why it was switched off; null: it is enabled. */
  readonly offReason: string | null;
  readonly waiting: number;
  /** When the oldest delivery that failed and is retried was created; null: none. */
  readonly failingSince: string | null;
  /** The outcome of that delivery's last attempt: a status or a word. */
  readonly failure: string | null;
  /** Deliveries given up. */
  readonly dead: number;
}

export interface OperatorStatus {
  readonly count: number;
  /** Operators without a second factor, who see no data yet. */
  readonly withoutFactor: number;
}

/** Reads the contents of a database of this release. */
export async function readContents(store: StoreConfig, now: number): Promise<DatabaseContents> {
  await using database = await openDatabase(store, 'read');
  const newest = database.selectFrom('leads').select('created_at').orderBy('id', 'desc').limit(1);
  return {
    newestLeadAt: (await newest.executeTakeFirst())?.created_at ?? null,
    notices: await readNotices(database),
    platforms: await readPlatformNotices(database, now),
    running: await readRunningServers(database, now),
    destinations: await readDestinations(database),
    operators: await readOperators(database),
    signingKeys: await readSealedSigningKeys(database),
    pulls: await database
      .selectFrom('ad_spend_pulls')
      .select(['account', 'pulled_at as pulledAt', 'error'])
      .execute(),
    reconciliations: await database
      .selectFrom('reconciliations')
      .select(['platform', 'succeeded_at as succeededAt', 'error'])
      .execute(),
    storedSettings: await readSealedSettings(database),
  };
}

const readNotices = (database: Database): Promise<NoticeStatus[]> =>
  database
    .selectFrom('notices')
    .select(({ fn }) => [
      'platform',
      fn.max('received_at').as('lastAt'),
      fn.countAll<number>().filterWhere('read_error', '<>', ERASED).as('failedNotices'),
      fn.min<string | null>('received_at').filterWhere('read_by', 'is', null).as('waitingSince'),
    ])
    .where('source', '=', 'notice')
    .groupBy('platform')
    .execute();

function readDestinations(database: Database): Promise<DestinationStatus[]> {
  const deliveriesOf = (
    { selectFrom }: ExpressionBuilder<Tables, 'destinations'>,
    state: 'waiting' | 'dead',
  ) =>
    selectFrom('deliveries')
      .whereRef('deliveries.destination', '=', 'destinations.name')
      .where('deliveries.state', '=', state);
  return database
    .selectFrom('destinations')
    .select((builder) => {
      const { fn } = builder;
      const failing = deliveriesOf(builder, 'waiting')
        .where('deliveries.tries', '>', 0)
        .orderBy('deliveries.event_number')
        .limit(1);
      return [
        'name',
        'off_reason as offReason',
        builder
          .selectFrom('endpoints')
          .select('endpoints.url')
          .where(({ cast, eb, val, ref }) =>
            eb(
              'destinations.name',
              '=',
              eb(val('webhook:'), '||', cast<string>(ref('endpoints.id'), 'text')),
            ),
          )
          .as('url'),
        deliveriesOf(builder, 'waiting').select(fn.countAll<number>().as('n')).as('waiting'),
        deliveriesOf(builder, 'dead').select(fn.countAll<number>().as('n')).as('dead'),
        failing.select('deliveries.created_at').as('failingSince'),
        failing.select('deliveries.outcome').as('failure'),
      ];
    })
    .where(({ or, eb }) => or([eb('off_reason', 'is', null), eb('off_reason', '<>', 'removed')]))
    .orderBy('since')
    .orderBy('name')
    .$narrowType<{ waiting: number; dead: number }>()
    .execute();
}

async function readOperators(database: Database): Promise<OperatorStatus> {
  const { count, withFactor } = await database
    .selectFrom('operators')
    .select((builder) => [
      builder.fn.countAll<number>().as('count'),
      builder.fn.countAll<number>().filterWhere(hasFactor(builder)).as('withFactor'),
    ])
    .executeTakeFirstOrThrow();
  return { count, withoutFactor: count - withFactor };
}
