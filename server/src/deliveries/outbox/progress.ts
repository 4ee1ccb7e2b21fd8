import { CompiledQuery, type Kysely, sql } from 'kysely';
import { ABANDONED_AFTER_MS, abandonedBefore } from '../../leads/abandoned.ts';
import { type Database, dialectOf, type Tables } from '../../store/database.ts';
import {
  type DeliveryTables,
  ROW_NUMBER_COLUMNS,
  type RowNumbers,
} from '../../store/delivery-tables.ts';
import { watchSettledNumbers } from '../../store/postgres/settled-numbers.ts';
import { newestNumbers, selectNewestNumbers, toRowNumbers } from '../../store/row-numbers.ts';
import { rowNumber } from '../../store/sql.ts';
import type { Clock } from '../clock.ts';

export type Source = DeliveryTables['delivery_progress']['source'];

/** The column of the row numbers by which each source is scanned. */
export const NUMBER_COLUMNS: Readonly<Record<Source, keyof RowNumbers>> = {
  leads: 'leads_after',
  drafts: 'drafts_after',
  applications: 'applications_after',
  abandoned: 'drafts_after',
  sales: 'sales_after',
};

/** The numbers up to which rows exist. */
export interface Reach {
  readonly newest: RowNumbers;
  /** Up to these numbers no further row will be committed. */
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

/** Returns a function that reads the current {@link Reach}. */
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
    // Milestones are committed in order, since their writer holds the sales lock until its commit.
    return { newest, settled: { ...newest, leads_after, applications_after, drafts_after } };
  };
}

/**
 * Lowers scan progress and subscription starts to the existing rows, because `VACUUM`, and so a backup of SQLite's file,
 * may renumber rows. PostgreSQL's numbers are columns and do not change.
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

const MAX_DRAFTS_PER_SCAN = 1_000;

/**
 * Returns a function that reads up to which number all drafts are an hour old; `after` if no further draft is. Drafts are
 * stored in the order of their numbers, so all drafts before an old one are old. If drafts are dated in the future, because
 * the clock was set back, their hour starts when this process first saw them.
 */
export function watchOldDrafts(database: Database, { now, uptime }: Clock) {
  const number = rowNumber(database, 'application_drafts');
  let future: { readonly upTo: number; readonly seenAt: number } | null = null;
  return async (after: number, newest: number): Promise<number> => {
    const drafts = await database
      .selectFrom('application_drafts')
      .select(['created_at', number.as('number')])
      .where(number, '>', after)
      .orderBy(number)
      .limit(MAX_DRAFTS_PER_SCAN)
      .execute();
    const [next] = drafts;
    if (next && next.created_at > new Date(now()).toISOString()) {
      if (future === null || future.upTo < next.number) future = { upTo: newest, seenAt: uptime() };
      if (uptime() - future.seenAt >= ABANDONED_AFTER_MS) return future.upTo;
    }
    const old = abandonedBefore(now());
    return drafts.findLast(({ created_at }) => created_at <= old)?.number ?? after;
  };
}
