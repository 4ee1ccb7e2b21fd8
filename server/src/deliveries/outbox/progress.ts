import { CompiledQuery, type Kysely, sql } from 'kysely';
import { type Database, dialectOf, type Tables } from '../../store/database.ts';
import {
  type DeliveryTables,
  ROW_NUMBER_COLUMNS,
  type RowNumbers,
} from '../../store/delivery-tables.ts';
import { watchSettledNumbers } from '../../store/postgres/settled-numbers.ts';
import { newestNumbers, selectNewestNumbers, toRowNumbers } from '../../store/row-numbers.ts';

export type Source = DeliveryTables['delivery_progress']['source'];

/** The row number that each source is read by. */
export const NUMBER_COLUMNS: Readonly<Record<Source, keyof RowNumbers>> = {
  leads: 'leads_after',
  drafts: 'drafts_after',
  applications: 'applications_after',
  abandoned: 'drafts_after',
  sales: 'sales_after',
};

/** How far the rows reach. */
export interface Reach {
  /** The newest rows. */
  readonly newest: RowNumbers;
  /** No new row will appear up to these numbers. */
  readonly settled: RowNumbers;
}

const SEQUENCES = [
  'public.leads_id_seq',
  'public.applications_number_seq',
  'public.application_drafts_number_seq',
];

/** Returns the numbers of the newest rows. */
export async function readNewest(database: Kysely<Tables>): Promise<RowNumbers> {
  const query = CompiledQuery.raw(selectNewestNumbers(dialectOf(database)));
  const { rows } = await database.executeQuery<Record<string, unknown>>(query);
  return toRowNumbers(rows[0] ?? {});
}

/** Returns a function that reads how far the rows reach. */
export function watchRows(database: Database): () => Promise<Reach> {
  const ask = async (text: string, values: readonly unknown[]) =>
    (await database.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values])))
      .rows;
  if (database.dialect === 'sqlite') {
    // SQLite has one writer at a time: all rows are settled.
    return async () => {
      const newest = await readNewest(database);
      return { newest, settled: newest };
    };
  }
  const numbers = watchSettledNumbers(ask, SEQUENCES);
  return async () => {
    const { settled } = await numbers.read();
    const [leads_after = 0, applications_after = 0, drafts_after = 0] = settled;
    const newest = await readNewest(database);
    // The writer of sale_milestones holds the sales' write lock until its commit: rows appear in order.
    return { newest, settled: { ...newest, leads_after, applications_after, drafts_after } };
  };
}

/**
 * Lowers scan progress and subscription starts to the existing rows: `VACUUM`, and so a backup of SQLite's file,
 * may renumber them. PostgreSQL's numbers are columns, and stay.
 */
export async function clampProgress(database: Database): Promise<void> {
  if (database.dialect !== 'sqlite') return;
  const newest = newestNumbers('sqlite');
  const clamp = (column: string, name: keyof RowNumbers) =>
    sql`${sql.ref(column)} = min(${sql.ref(column)}, ${sql.raw(newest[name])})`;
  for (const [source, name] of Object.entries(NUMBER_COLUMNS)) {
    await sql`update delivery_progress set ${clamp('last_number', name)}
      where source = ${source}`.execute(database);
  }
  const clamped = ROW_NUMBER_COLUMNS.map((name) => clamp(name, name));
  await sql`update destinations set ${sql.join(clamped)}`.execute(database);
}
