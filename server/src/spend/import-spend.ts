import { setTimeout as pause } from 'node:timers/promises';
import type { AdNetwork } from '@funil/contract/ad-spend';
import { MINUTE_MS } from '@funil/contract/durations';
import { type Kysely, sql } from 'kysely';
import { type AdaptiveBatch, createAdaptiveBatch, inBatches } from '../store/adaptive-batch.ts';
import { notifyCommit } from '../store/commit-watch.ts';
import type { Database, Tables } from '../store/database.ts';
import { beginWriting } from '../store/locks.ts';
import { numbersOf, tableOf } from '../store/sql.ts';
import type { SpendRow } from './read-file.ts';
import { readStoredLines, type SpendLine, SpendLines } from './spend-lines.ts';

export interface SpendSource {
  readonly network: AdNetwork;
  readonly source: 'csv' | 'api';
  readonly rows: AsyncIterable<readonly SpendRow[]>;
  /** The account and days of which the rows are the complete spend; null: of the ads and days that they name. */
  readonly complete: {
    readonly account: string;
    readonly from: string;
    readonly until: string;
  } | null;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

export type ImportResult =
  | {
      readonly ok: true;
      readonly lines: SpendLines;
      /** Rows that were stored with the same values. */
      readonly unchanged: number;
      /** Stored rows that count no more. */
      readonly replaced: number;
    }
  /** Another import is running. */
  | { readonly ok: false; readonly reason: 'busy' };

/**
 * Stores rows of spend, and replaces those that are the same money: rows of the same ads on the days from the first to the last.
 * Until its end, an import changes nothing that counts: its rows are stored in short transactions between which captures continue,
 * and one change of a single row makes them count. An import that fails, or whose process dies, leaves nothing behind.
 * @throws what reading the rows throws
 */
export async function importSpend(database: Database, source: SpendSource): Promise<ImportResult> {
  const running = await beginImport(database, source.now);
  if (running === null) return { ok: false, reason: 'busy' };
  try {
    const lines = await storeRows(running, source);
    const counts = await replaceRows(running, lines, source);
    await running.finish();
    await running.removeReplaced();
    await notifyCommit(database);
    return { ok: true, lines, ...counts };
  } catch (error) {
    // If this fails, too, the next import does it.
    await running.discard().catch(() => undefined);
    throw error;
  }
}

/** For how long an import whose process died keeps others from starting. */
const LEASE_MS = 2 * MINUTE_MS;
const BATCH_LIMITS = {
  sqlite: { minSize: 500, maxSize: 1_000, budgetMs: 15 },
  postgres: { minSize: 500, maxSize: 2_000, budgetMs: 100 },
};

/** The running import: writes only while its lease is its own. */
class RunningImport {
  readonly database: Database;
  readonly id: number;
  readonly #now: () => number;
  #lease: string;
  readonly #batch: AdaptiveBatch;

  constructor(database: Database, lease: { id: number; until: string }, now: () => number) {
    this.database = database;
    this.id = lease.id;
    this.#lease = lease.until;
    this.#now = now;
    this.#batch = createAdaptiveBatch(BATCH_LIMITS[database.dialect]);
  }

  /** Runs a short transaction after captures under way. @throws if another process has taken the import over */
  async write<Result>(work: (transaction: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    await this.database.yieldToCaptures();
    const until = leaseUntil(this.#now());
    const result = await this.database.transaction().execute(async (transaction) => {
      await beginWriting(transaction);
      const renewed = await transaction
        .updateTable('ad_spend_imports')
        .set({ leased_until: until })
        .where('id', '=', this.id)
        .where('leased_until', '=', this.#lease)
        .executeTakeFirst();
      if (renewed.numUpdatedRows !== 1n) throw new Error('The import was taken over.');
      return work(transaction);
    });
    this.#lease = until;
    return result;
  }

  /** Runs one short transaction per batch of items, and pauses in between. */
  async writeEach<Item>(
    items: readonly Item[],
    work: (transaction: Kysely<Tables>, batch: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    for (const some of inBatches(items, this.#batch)) {
      const start = performance.now();
      await this.write((transaction) => work(transaction, some));
      const ms = performance.now() - start;
      this.#batch.record(some.length, ms);
      // Captures of another process wait for SQLite's lock.
      if (this.database.dialect === 'sqlite') await pause(ms / 4);
    }
  }

  /** Makes the import's rows count, and those that it replaces not. */
  async finish(): Promise<void> {
    await this.write((transaction) => this.#removeSlot(transaction));
  }

  async #removeSlot(transaction: Kysely<Tables>) {
    await transaction.deleteFrom('ad_spend_imports').where('id', '=', this.id).execute();
  }

  /** Removes the rows that finished imports have replaced. */
  async removeReplaced(): Promise<void> {
    const running = sql`select id from ${sql.table('ad_spend_imports')}`;
    const where = sql`ended_by is not null and ended_by not in (${running})`;
    while (await deleteSome(this.database, where));
  }

  /** Undoes the import. */
  async discard(): Promise<void> {
    // The newest rows: no index finds them.
    while (await deleteSome(this.database, sql`added_by = ${this.id} order by number desc`));
    let numbers: number[];
    do {
      numbers = await readNumbers(this.database, sql`ended_by = ${this.id}`);
      await this.write(async (transaction) => {
        await sql`update ${sql.table('ad_spend')} set ended_by = null
          where number in (${numbersOf(transaction, numbers)})`.execute(transaction);
      });
    } while (numbers.length > 0);
    await this.write((transaction) => this.#removeSlot(transaction));
  }
}

const leaseUntil = (now: number): string => new Date(now + LEASE_MS).toISOString();

/** Returns the new import, or null while another one runs. Undoes an import whose process died. */
async function beginImport(database: Database, now: () => number): Promise<RunningImport | null> {
  const dead = await findDead(database, now());
  if (dead === 'alive') return null;
  if (dead !== null) await new RunningImport(database, dead, now).discard();
  const until = leaseUntil(now());
  const begun = await database
    .insertInto('ad_spend_imports')
    .values({ leased_until: until })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .returning('id')
    .executeTakeFirst();
  return begun ? new RunningImport(database, { id: begun.id, until }, now) : null;
}

async function findDead(database: Database, now: number) {
  const running = await database
    .selectFrom('ad_spend_imports')
    .select(['id', 'leased_until as until'])
    .executeTakeFirst();
  if (!running) return null;
  const left = Date.parse(running.until) - now;
  // A longer lease is of a clock that was set back.
  return left > 0 && left <= 2 * LEASE_MS ? 'alive' : running;
}

/** Rows in memory that wait for their transaction. */
const MAX_WAITING_ROWS = 2_000;

async function storeRows(running: RunningImport, { rows, source }: SpendSource) {
  const lines = new SpendLines();
  let waiting: StoredRow[] = [];
  const store = () =>
    running.writeEach(waiting, (transaction, batch) =>
      insertRows(transaction, batch, { source, id: running.id }),
    );
  for await (const batch of rows) {
    for (const row of batch) waiting.push({ ...row, lineKey: lines.add(row) });
    if (waiting.length < MAX_WAITING_ROWS) continue;
    await store();
    waiting = [];
  }
  await store();
  return lines;
}

interface StoredRow extends SpendRow {
  readonly lineKey: string;
}

/**
 * Stores rows. Several rows of one line and day of a file, as of men and women, become their sum; of an API, the newest
 * counts, because a page may repeat a row of the page before.
 */
async function insertRows(
  transaction: Kysely<Tables>,
  rows: readonly StoredRow[],
  { source, id }: { readonly source: SpendSource['source']; readonly id: number },
): Promise<void> {
  const summed = new Map<string, StoredRow>();
  for (const row of rows) {
    const key = `${row.lineKey} ${row.day}`;
    const before = summed.get(key);
    summed.set(key, before && source === 'csv' ? addCounts(before, row) : row);
  }
  const values = [...summed.values()].map((row) => ({
    network: row.network,
    account: row.account,
    day: row.day,
    campaign_id: row.campaignId,
    campaign_name: row.campaignName,
    set_id: row.setId,
    set_name: row.setName,
    ad_id: row.adId,
    ad_name: row.adName,
    line_key: row.lineKey,
    currency: row.currency,
    spend_cents: row.spendCents,
    impressions: row.impressions,
    clicks: row.clicks,
  }));
  const columns = sql.join(Object.keys(COLUMNS).map((column) => sql.ref(column)));
  const added = (column: string) =>
    source === 'api'
      ? sql`${sql.ref(column)} = excluded.${sql.ref(column)}`
      : sql`${sql.ref(column)} = coalesce(ad_spend.${sql.ref(column)} + excluded.${sql.ref(column)},
      ad_spend.${sql.ref(column)}, excluded.${sql.ref(column)})`;
  await sql`
    insert into ${sql.table('ad_spend')} (${columns}, source, added_by)
    select ${columns}, ${source}, ${sql.lit(id)} from ${tableOf(transaction, COLUMNS, values)} as given
    where true
    on conflict (added_by, day, line_key) do update set
      ${sql.join(['spend_cents', 'impressions', 'clicks'].map(added))}`.execute(transaction);
}

const COLUMNS = {
  network: 'text',
  account: 'text',
  day: 'date',
  campaign_id: 'text',
  campaign_name: 'text',
  set_id: 'text',
  set_name: 'text',
  ad_id: 'text',
  ad_name: 'text',
  line_key: 'text',
  currency: 'text',
  spend_cents: 'bigint',
  impressions: 'bigint',
  clicks: 'bigint',
} as const;

const addCounts = (row: StoredRow, other: StoredRow): StoredRow => ({
  ...row,
  spendCents: row.spendCents + other.spendCents,
  impressions: addKnown(row.impressions, other.impressions),
  clicks: addKnown(row.clicks, other.clicks),
});
const addKnown = (count: number | null, other: number | null) =>
  count === null ? other : count + (other ?? 0);

/** Marks the stored rows that the import replaces, and removes its rows that were stored with the same values. */
async function replaceRows(
  running: RunningImport,
  lines: SpendLines,
  { network, complete }: SpendSource,
) {
  const counts = { unchanged: 0, replaced: 0 };
  const { from, until } = complete ?? { from: lines.days[0], until: lines.days.at(-1) };
  if (from === undefined || until === undefined) return counts;
  const stored = await readStoredLines(running.database, { network, from, until });
  const isWhole = ({ account }: SpendLine) => complete !== null && account === complete.account;
  const replaced = new Set(
    stored.filter((line) => lines.replaces(line) || isWhole(line)).map(({ key }) => key),
  );
  if (replaced.size === 0) return counts;
  const id = sql.lit(running.id);
  const spend = sql.table('ad_spend');
  const period = { network, from, until, before: running.id };
  for await (const page of readOldRows(running.database, period)) {
    const numbers = page.filter((row) => replaced.has(row.line_key)).map(({ number }) => number);
    await running.writeEach(numbers, async (transaction, batch) => {
      const ended = await sql`
        update ${spend} as old set ended_by = ${id}
        where number in (${numbersOf(transaction, batch)}) and not exists (
          select 1 from ${spend} as new
          where new.added_by = ${id} and new.day = old.day and new.line_key = old.line_key
            and new.spend_cents = old.spend_cents
            and new.impressions is not distinct from old.impressions
            and new.clicks is not distinct from old.clicks
        )`.execute(transaction);
      // A scalar subquery: as a join, SQLite may read all rows of the import for each batch.
      const same = await sql`
        delete from ${spend} where number in (
          select (
            select new.number from ${spend} as new
            where new.added_by = ${id} and new.day = old.day and new.line_key = old.line_key
          ) from ${spend} as old
          where old.number in (${numbersOf(transaction, batch)}) and old.ended_by is null
        )`.execute(transaction);
      counts.replaced += Number(ended.numAffectedRows);
      counts.unchanged += Number(same.numAffectedRows);
    });
  }
  return counts;
}

const OLD_ROWS_PER_PAGE = 2_000;

/** Yields a network's rows of a period that were stored before an import, by day. */
async function* readOldRows(
  database: Database,
  { network, from, until, before }: StoredPeriod,
): AsyncGenerator<readonly OldRow[]> {
  let last: Pick<OldRow, 'day' | 'number'> = { day: from, number: 0 };
  for (;;) {
    const { rows } = await sql<OldRow>`
      select number, cast(day as text) as day, line_key from ${sql.table('ad_spend')}
      where day between ${last.day} and ${until} and (day > ${last.day} or number > ${last.number})
        and network = ${network} and added_by < ${before} and ended_by is null
      order by ad_spend.day, number limit ${sql.lit(OLD_ROWS_PER_PAGE)}`.execute(database);
    yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < OLD_ROWS_PER_PAGE) return;
    last = end;
  }
}

interface OldRow {
  readonly number: number;
  readonly day: string;
  readonly line_key: string;
}
interface StoredPeriod {
  readonly network: AdNetwork;
  readonly from: string;
  readonly until: string;
  /** The id of the import. */
  readonly before: number;
}

/** Rows that one transaction removes. */
const ROWS_PER_REMOVAL = 500;

async function readNumbers(database: Database, where: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from ${sql.table('ad_spend')} where ${where} limit ${sql.lit(ROWS_PER_REMOVAL)}`.execute(
    database,
  );
  return rows.map(({ number }) => number);
}

/** Removes some rows in a short transaction. Returns whether there may be more. */
async function deleteSome(database: Database, where: ReturnType<typeof sql>): Promise<boolean> {
  const numbers = await readNumbers(database, where);
  await database.yieldToCaptures();
  await sql`delete from ${sql.table('ad_spend')}
    where number in (${numbersOf(database, numbers)})`.execute(database);
  return numbers.length === ROWS_PER_REMOVAL;
}
