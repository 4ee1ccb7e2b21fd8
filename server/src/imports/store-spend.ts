import type { AdNetwork } from '@funil/contract/ads/ad-spend';
import type { DayRange } from '@funil/contract/list-page';
import { sql } from 'kysely';
import {
  type NetworkDays,
  readStoredLines,
  SPEND_LINE_COLUMNS,
  type SpendLine,
  SpendLines,
  type SpendRow,
} from '../ads/spend-lines.ts';
import type { Database, Queryable } from '../store/database.ts';
import { deleteInSteps, deleteSome } from '../store/delete-in-steps.ts';
import { readPages, toPage } from '../store/queries/read-pages.ts';
import { numbersOf, tableOfRows } from '../store/queries/sql.ts';
import type { RunningImport } from './running-import.ts';

interface SpendInput {
  readonly network: AdNetwork;
  readonly rows: AsyncIterable<readonly SpendRow[]>;
  /** All stored rows of this account and these days are replaced. Null for a file: only rows of its ads are. */
  readonly completePeriod: (DayRange & { readonly account: string }) | null;
}

/**
 * Replaces the stored rows of the same ads between the input's first and last day, or all of its complete period. Until
 * the import is done, reports count the replaced rows, not the new ones.
 * @throws the error of reading the rows
 */
export async function storeSpend(runningImport: RunningImport, input: SpendInput): Promise<void> {
  const lines = new SpendLines();
  const source = input.completePeriod === null ? 'csv' : 'api';
  for await (const rows of input.rows) {
    const withKeys = rows.map((row) => ({ ...row, line_key: lines.add(row) }));
    await runningImport.writeEach(withKeys, async (transaction, chunk) => {
      await insertRows(transaction, chunk, { source, id: runningImport.id });
      runningImport.counter.counts.new += chunk.length;
    });
  }
  await replaceRows(runningImport, lines, input);
  runningImport.counter.counts.new = await countAdded(runningImport);
}

/** Counts the stored rows, which may be fewer than the file's: some are summed, and repetitions are deleted. */
async function countAdded({ database, id }: RunningImport): Promise<number> {
  const { count } = await database
    .selectFrom('ad_spend')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('added_by', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

interface StoredRow extends SpendRow {
  readonly line_key: string;
}

/** Sums rows of a file, such as a breakdown by gender. The API's pages may repeat rows, which are not summed. */
async function insertRows(
  transaction: Queryable,
  // `never` if SPEND_COLUMNS lacks a field of StoredRow, so that the call does not compile.
  rows: readonly ([keyof StoredRow] extends [(typeof SPEND_COLUMNS)[number]] ? StoredRow : never)[],
  { source, id }: { readonly source: 'csv' | 'api'; readonly id: number },
): Promise<void> {
  const summedByLine = new Map<string, StoredRow>();
  for (const row of rows) {
    const key = `${row.line_key} ${row.day}`;
    const summedRow = summedByLine.get(key);
    summedByLine.set(key, summedRow && source === 'csv' ? addCounts(summedRow, row) : row);
  }
  const columns = sql.join(SPEND_COLUMNS.map((column) => sql.ref(column)));
  const shape = { table: 'ad_spend', columns: SPEND_COLUMNS };
  const assignColumn = (column: string) =>
    source === 'api'
      ? sql`${sql.ref(column)} = excluded.${sql.ref(column)}`
      : sql`${sql.ref(column)} = coalesce(ad_spend.${sql.ref(column)} + excluded.${sql.ref(column)},
      ad_spend.${sql.ref(column)}, excluded.${sql.ref(column)})`;
  await sql`
    insert into ${sql.table('ad_spend')} (${columns}, source, added_by)
    select ${columns}, ${source}, ${sql.lit(id)} from ${tableOfRows(transaction, shape, [...summedByLine.values()])} as given
    where true
    on conflict (added_by, day, line_key) do update set
      ${sql.join(['spend_cents', 'impressions', 'clicks'].map(assignColumn))}`.execute(transaction);
}

const SPEND_COLUMNS = [
  ...SPEND_LINE_COLUMNS,
  'day',
  'line_key',
  'spend_cents',
  'impressions',
  'clicks',
] as const;

const addCounts = (row: StoredRow, other: StoredRow): StoredRow => ({
  ...row,
  spend_cents: row.spend_cents + other.spend_cents,
  impressions: addNullable(row.impressions, other.impressions),
  clicks: addNullable(row.clicks, other.clicks),
});
const addNullable = (count: number | null, other: number | null) =>
  count === null ? other : count + (other ?? 0);

/** Marks the stored rows that the import replaces. Of two equal rows, the stored one is kept. */
async function replaceRows(
  runningImport: RunningImport,
  lines: SpendLines,
  { network, completePeriod }: SpendInput,
) {
  const { from, until } = completePeriod ?? { from: lines.days[0], until: lines.days.at(-1) };
  if (from === undefined || until === undefined) return;
  const storedLines = await readStoredLines(runningImport.database, { network, from, until });
  const isOfAccount = ({ account }: SpendLine) =>
    completePeriod !== null && account === completePeriod.account;
  const replaced = new Set(
    storedLines.filter((line) => lines.replaces(line) || isOfAccount(line)).map(({ key }) => key),
  );
  if (replaced.size === 0) return;
  const id = sql.lit(runningImport.id);
  const spend = sql.table('ad_spend');
  const period = { network, from, until, beforeImportId: runningImport.id };
  for await (const rows of readOldRows(runningImport.database, period)) {
    const numbers = rows.filter((row) => replaced.has(row.line_key)).map(({ number }) => number);
    await runningImport.writeEach(numbers, async (transaction, batch) => {
      const ended = await sql`
        update ${spend} as old set ended_by = ${id}
        where number in (${numbersOf(transaction, batch)}) and not exists (
          select 1 from ${spend} as new
          where new.added_by = ${id} and new.day = old.day and new.line_key = old.line_key
            and new.spend_cents = old.spend_cents
            and new.impressions is not distinct from old.impressions
            and new.clicks is not distinct from old.clicks
        )`.execute(transaction);
      // A scalar subquery, because for a join SQLite may read all rows of the import in each batch.
      const removedDuplicates = await sql`
        delete from ${spend} where number in (
          select (
            select new.number from ${spend} as new
            where new.added_by = ${id} and new.day = old.day and new.line_key = old.line_key
          ) from ${spend} as old
          where old.number in (${numbersOf(transaction, batch)}) and old.ended_by is null
        )`.execute(transaction);
      runningImport.counter.counts.changed += Number(ended.numAffectedRows);
      runningImport.counter.counts.known += Number(removedDuplicates.numAffectedRows);
    });
  }
}

const OLD_SPEND_ROWS_PER_READ = 2_000;

const readOldRows = (database: Database, { network, from, until, beforeImportId }: OldRowsQuery) =>
  readPages(async (after: OldRow | null) => {
    const { day, number } = after ?? { day: from, number: 0 };
    const { rows } = await sql<OldRow>`
      select number, cast(day as text) as day, line_key from ${sql.table('ad_spend')}
      where day between ${day} and ${until} and (day > ${day} or number > ${number})
        and network = ${network} and added_by < ${beforeImportId} and ended_by is null
      order by ad_spend.day, number limit ${sql.lit(OLD_SPEND_ROWS_PER_READ)}`.execute(database);
    return toPage(rows, OLD_SPEND_ROWS_PER_READ);
  });

/** Makes the rows that the import replaced count again. Returns the changed rows; fewer than `limit`: none are left. */
export async function removeSpend(
  transaction: Queryable,
  { importId, limit }: { readonly importId: number; readonly limit: number },
): Promise<number> {
  const removedRows = await deleteSome(transaction, {
    table: 'ad_spend',
    where: sql`added_by = ${importId}`,
    rowsPerStatement: limit,
  });
  const table = sql.table('ad_spend');
  const restored = await sql`update ${table} set ended_by = null where number in (
    select number from ${table} where ended_by = ${importId} limit ${sql.lit(limit - removedRows)})
  `.execute(transaction);
  return removedRows + Number(restored.numAffectedRows);
}

/** Removes rows whose replacement can no longer be undone. */
export async function deleteReplacedSpend(
  runningImport: Pick<RunningImport, 'database' | 'rowsPerTransaction'>,
): Promise<void> {
  const revocableImports = sql`select id from ${sql.table('imports')} where state <> 'settled'`;
  await deleteInSteps(runningImport.database, {
    table: 'ad_spend',
    where: sql`ended_by is not null and ended_by not in (${revocableImports})`,
    rowsPerStatement: runningImport.rowsPerTransaction,
  });
}

interface OldRowsQuery extends NetworkDays {
  readonly beforeImportId: number;
}

interface OldRow {
  readonly number: number;
  readonly day: string;
  readonly line_key: string;
}
