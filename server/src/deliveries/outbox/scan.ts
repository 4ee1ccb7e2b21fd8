import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { WebhookPayload } from '@funil/contract/webhook-payloads';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';

/** Something that happened, to be told once. Moments are ISO times in UTC. */
export interface News {
  readonly type: WebhookEvent;
  /** `lead:<key>`, `application:<id>`, `sale:<platform>:<key>` or `person:<number>`. */
  readonly subject: string;
  readonly happenedAt: string;
  /** Of the row that says so, in the order of its source. */
  readonly number: number;
  readonly data: WebhookPayload;
  /** It became known too long after it happened to be told as of today. */
  readonly isLate?: boolean;
  /** By what a person who asks to be forgotten is found: the canonical number and the address; null: not known. */
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
}

/** What a look at stored rows found. */
export interface Found {
  readonly news: readonly News[];
  /** Up to which number all rows have been looked at. */
  readonly readTo: number;
}

/** Which rows to look at. */
export interface Range {
  /** Numbers after this one, */
  readonly after: number;
  /** and up to this one. */
  readonly until: number;
  /** Most rows at once. */
  readonly most: number;
}

/** A transaction, and which SQL it speaks. */
export interface Step {
  readonly step: Kysely<Tables>;
  readonly dialect: DialectName;
}

/** As far as rows have been looked at: to the end of the range, unless there may be more in it. */
export const readToOf = (
  rows: readonly { readonly number: number }[],
  { most, until }: Range,
): number => (rows.length < most ? until : (rows.at(-1)?.number ?? until));

type Saved = 'applications' | 'application_drafts';

/** The order of arrival of an application or a draft: on SQLite it is the row's own number. */
export const numberOf = (dialect: DialectName, table: Saved): RawBuilder<number> =>
  sql<number>`${sql.ref(`${table}.${dialect === 'sqlite' ? 'rowid' : 'number'}`)}`;

/**
 * Those of the rows that are the first of their id, or the newest: what is saved later corrects what was
 * saved before.
 */
export async function keepOne<Row extends { readonly id: string; readonly number: number }>(
  { step, dialect }: Step,
  which: 'first' | 'newest',
  { table, rows }: { readonly table: Saved; readonly rows: readonly Row[] },
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const number = numberOf(dialect, table);
  const kept = await step
    .selectFrom(table)
    .select(['id', ({ fn }) => fn[which === 'first' ? 'min' : 'max'](number).as('number')])
    .where('id', 'in', ids)
    .groupBy('id')
    .execute();
  const numbers = new Map(kept.map(({ id, number }) => [id, number]));
  return rows.filter(({ id, number }) => numbers.get(id) === number);
}
