import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { WebhookPayload } from '@funil/contract/webhook-payloads';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';

/** An event found in a stored row, to be stored and delivered once. Times are ISO times in UTC. */
export interface NewEvent {
  readonly type: WebhookEvent;
  /** `lead:<key>`, `application:<id>`, `sale:<platform>:<key>` or `person:<number>`. */
  readonly subject: string;
  readonly happenedAt: string;
  /** Number of its row, in the order of the source. */
  readonly number: number;
  readonly data: WebhookPayload;
  /** It became known too long after it happened to count as current. */
  readonly isLate?: boolean;
  /** Canonical phone number and address of the person, by which an erasure finds the event; null: not known. */
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
}

/** The events of one batch of rows. */
export interface Found {
  readonly events: readonly NewEvent[];
  /** All rows up to this number were scanned. */
  readonly readTo: number;
}

/** The rows of one batch. */
export interface Range {
  /** Numbers after this one, */
  readonly after: number;
  /** and up to this one. */
  readonly until: number;
  /** Most rows at once. */
  readonly most: number;
}

/** A transaction and its SQL dialect. */
export interface Step {
  readonly step: Kysely<Tables>;
  readonly dialect: DialectName;
}

/** Returns up to which number a batch was scanned: the range's end, unless the range may hold more rows. */
export const readToOf = (
  rows: readonly { readonly number: number }[],
  { most, until }: Range,
): number => (rows.length < most ? until : (rows.at(-1)?.number ?? until));

type Saved = 'applications' | 'application_drafts';

/** Returns the column with a row's order of arrival; on SQLite it is the rowid. */
export const numberOf = (dialect: DialectName, table: Saved): RawBuilder<number> =>
  sql<number>`${sql.ref(`${table}.${dialect === 'sqlite' ? 'rowid' : 'number'}`)}`;

/** Returns the rows that are the first, or the newest, of their id; later rows correct earlier ones. */
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
