import type { AdNetwork } from '@funil/contract/ad-spend';
import { type Kysely, sql } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { withLease } from '../store/lease.ts';
import { numbersOf, tableOf } from '../store/sql.ts';
import { beginImport, type RunningImport, undoDone } from './running-import.ts';
import { readStoredLines, type SpendLine, SpendLines, type SpendRow } from './spend-lines.ts';

/** Rows to import, from a file or from Meta's API. */
export interface SpendInput {
  readonly network: AdNetwork;
  readonly source: 'csv' | 'api';
  readonly rows: AsyncIterable<readonly SpendRow[]>;
  /**
   * Set if the rows are the complete spend of an account on these days: all other rows of the account are then replaced. Null if
   * rows of ads that the input does not name are kept, as for files.
   */
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
      readonly id: number;
      readonly lines: SpendLines;
      /** Number of rows that were already stored with the same values. */
      readonly unchanged: number;
      /** Number of stored rows that no longer count. */
      readonly replaced: number;
    }
  /** Another import is running. */
  | { readonly ok: false; readonly reason: 'busy' };

/**
 * Stores spend rows and replaces stored rows of the same ads from the first to the last day. The rows are stored in short
 * transactions between which captures continue; one final change of a single row makes all of them count. An import that fails, or
 * whose process dies, leaves nothing behind.
 * @throws the error of reading the rows
 */
export async function importSpend(database: Database, input: SpendInput): Promise<ImportResult> {
  const { now } = input;
  const result = await withLease(database, {
    name: LEASE,
    now,
    run: async (lease) =>
      storeInput(await beginImport(database, { lease, now }, input.network), input),
  });
  return result ?? { ok: false, reason: 'busy' };
}

/** One import runs at a time. */
const LEASE = 'spend-import';

export type UndoResult =
  | { readonly ok: true }
  /** `missing`: there is no such import, or its network has a newer one. */
  | { readonly ok: false; readonly reason: 'busy' | 'missing' };

/** Undoes the last file of a network as a whole: its rows go, and the rows that it replaced count again. */
export async function undoSpendImport(
  database: Database,
  { id, now }: { readonly id: number; readonly now: () => number },
): Promise<UndoResult> {
  const isUndone = await withLease(database, {
    name: LEASE,
    now,
    run: (lease) => undoDone(database, { lease, now }, id),
  });
  if (isUndone === null) return { ok: false, reason: 'busy' };
  return isUndone ? { ok: true } : { ok: false, reason: 'missing' };
}

async function storeInput(running: RunningImport, input: SpendInput): Promise<ImportResult> {
  let lines: SpendLines;
  let counts: Awaited<ReturnType<typeof replaceRows>>;
  try {
    lines = await storeRows(running, input);
    counts = await replaceRows(running, lines, input);
    await running.finish(input.network, input.source === 'csv');
  } catch (error) {
    // If this fails, too, the next import discards the rows.
    await running.discard().catch(() => undefined);
    throw error;
  }
  // These rows no longer count: if their removal fails, the next import removes them.
  await running.removeReplaced().catch(() => undefined);
  return { ok: true, id: running.id, lines, ...counts };
}

/** Number of rows that are collected in memory before they are stored. */
const MAX_WAITING_ROWS = 2_000;

async function storeRows(running: RunningImport, { rows, source }: SpendInput) {
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
 * Stores rows. Rows of a file with the same line and day, such as a breakdown by gender, are summed. Of such rows from the API only
 * the last is kept, because a page may repeat a row of the previous page.
 */
async function insertRows(
  transaction: Kysely<Tables>,
  rows: readonly StoredRow[],
  { source, id }: { readonly source: SpendInput['source']; readonly id: number },
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

/** Marks the stored rows that the import replaces, and removes its rows that were already stored with the same values. */
async function replaceRows(
  running: RunningImport,
  lines: SpendLines,
  { network, complete }: SpendInput,
) {
  const counts = { unchanged: 0, replaced: 0 };
  const { from, until } = complete ?? { from: lines.days[0], until: lines.days.at(-1) };
  if (from === undefined || until === undefined) return counts;
  const stored = await readStoredLines(running.database, { network, from, until });
  const isOfAccount = ({ account }: SpendLine) => complete !== null && account === complete.account;
  const replaced = new Set(
    stored.filter((line) => lines.replaces(line) || isOfAccount(line)).map(({ key }) => key),
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
