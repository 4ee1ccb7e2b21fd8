import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { findApplied, toDraftContact } from '../../leads/abandoned.ts';
import { readDraftOrigins } from '../../leads/contacts/draft-origins.ts';
import { type PublishedQuestions, readQuestions } from '../../leads/questions.ts';
import type { Tables } from '../../store/database.ts';
import { rowNumber } from '../../store/sql.ts';
import {
  applicationEvent,
  type DraftRow,
  draftEvent,
  leadEvent,
  type MilestoneRow,
  type NewEvent,
  saleEvent,
} from './compose-events.ts';

/** Few, because captures wait for the transaction on SQLite, and an application may be as long as a request. */
export const MAX_ROWS_PER_SCAN = 50;

/** The row numbers of one batch. */
export interface Range {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
}

/** At most {@link MAX_ROWS_PER_SCAN} rows, and their events. */
export interface Found {
  readonly rows: readonly { readonly number: number }[];
  readonly events: readonly NewEvent[];
}

/** Limits a query to one batch of rows, in order. */
const inRange =
  (number: RawBuilder<number>, { after, until }: Range) =>
  <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>) =>
    query
      .select(number.as('number'))
      .where(number, '>', after)
      .where(number, '<=', until)
      .orderBy(number)
      .limit(MAX_ROWS_PER_SCAN);

/** Finds `lead.created` of each lead that a visitor sent. */
export async function findLeads(transaction: Kysely<Tables>, range: Range): Promise<Found> {
  const rows = await transaction
    .selectFrom('leads')
    .select(['idempotency_key', 'created_at', 'suspect', 'nome', 'telefone', 'email'])
    .select(UTM_FIELDS)
    .select(['tempo_jornada_segundos', 'paginas_visitadas', 'origem_timestamp'])
    // In the query: the scan passes many imported leads at once, and leads that arrive meanwhile do not wait.
    .where('import_id', 'is', null)
    .$call(inRange(sql<number>`id`, range))
    .execute();
  return { rows, events: rows.map(leadEvent) };
}

/** What the published page says of applications. */
interface Page {
  readonly replyHours: number | null;
  readonly published: PublishedQuestions;
}

/** Finds `application.created` of the first row of each id; later rows are corrections. */
export async function findApplications(
  transaction: Kysely<Tables>,
  range: Range,
  { replyHours, published }: Page,
): Promise<Found> {
  const rows = await transaction
    .selectFrom('applications')
    .select(['save_id', 'id', 'created_at', 'suspect', 'nome', 'email', 'whatsapp', 'instagram'])
    .select(['empresa', 'cargo', 'faturamento', 'principais_desafios', 'objetivos_movimento'])
    .select(['cronograma', 'orcamento_investimento', 'experiencia_anterior', 'respostas'])
    .select(UTM_FIELDS)
    .select(['origem_timestamp', 'tempo_jornada_segundos', 'paginas_visitadas'])
    .$call(inRange(rowNumber(transaction, 'applications'), range))
    .execute();
  const first = await keepOne(transaction, 'first', { table: 'applications', rows });
  if (first.length === 0) return { rows, events: [] };
  const questions = await readQuestions(transaction, published);
  return { rows, events: first.map((row) => applicationEvent(row, { replyHours, questions })) };
}

/** Finds `application.started` of the first draft of each id. */
export async function findDrafts(transaction: Kysely<Tables>, range: Range): Promise<Found> {
  const rows = await readDrafts(transaction, range);
  const first = await keepOne(transaction, 'first', { table: 'application_drafts', rows });
  return { rows, events: await composeDrafts(transaction, 'application.started', first) };
}

/**
 * Finds `application.abandoned` of drafts without a later correction or an application of the same id or contact.
 * @param range drafts that are an hour old
 */
export async function findAbandoned(transaction: Kysely<Tables>, range: Range): Promise<Found> {
  const rows = await readDrafts(transaction, range);
  const newest = await keepOne(transaction, 'newest', { table: 'application_drafts', rows });
  const applied = await findApplied(transaction, newest.map(toDraftContact));
  const abandoned = newest.filter(({ id }) => !applied.has(id));
  return { rows, events: await composeDrafts(transaction, 'application.abandoned', abandoned) };
}

const readDrafts = (transaction: Kysely<Tables>, range: Range) =>
  transaction
    .selectFrom('application_drafts')
    .select(['save_id', 'id', 'created_at', 'suspect', 'nome', 'email', 'whatsapp', 'instagram'])
    .$call(inRange(rowNumber(transaction, 'application_drafts'), range))
    .execute();

async function composeDrafts(
  transaction: Kysely<Tables>,
  type: Parameters<typeof draftEvent>[0],
  rows: readonly DraftRow[],
): Promise<NewEvent[]> {
  const ids = rows.map(({ id }) => id);
  const origins = await readDraftOrigins(transaction, ids);
  return rows.map((row) => draftEvent(type, row, origins.get(row.id)));
}

/** Returns the rows that are the first or the newest of their id. */
async function keepOne<Row extends { readonly id: string; readonly number: number }>(
  transaction: Kysely<Tables>,
  which: 'first' | 'newest',
  {
    table,
    rows,
  }: { readonly table: 'applications' | 'application_drafts'; readonly rows: readonly Row[] },
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const number = rowNumber(transaction, table);
  const numbered = await transaction
    .selectFrom(table)
    .select(['id', ({ fn }) => fn[which === 'first' ? 'min' : 'max'](number).as('number')])
    .where('id', 'in', ids)
    .groupBy('id')
    .execute();
  const numbers = new Map(numbered.map(({ id, number }) => [id, number]));
  return rows.filter(({ id, number }) => numbers.get(id) === number);
}

/** Finds `sale.*` of each milestone. */
export async function findSales(transaction: Kysely<Tables>, range: Range): Promise<Found> {
  const rows = await transaction
    .selectFrom('sale_milestones')
    .innerJoin('sales', (join) =>
      join
        .onRef('sales.platform', '=', 'sale_milestones.platform')
        .onRef('sales.sale_key', '=', 'sale_milestones.sale_key'),
    )
    .selectAll('sales')
    .select(['sale_milestones.state as milestone', 'happened_at', 'is_late'])
    .$call(inRange(sql<number>`sale_milestones.number`, range))
    .execute();
  const origins = await readOrigins(transaction, rows);
  return { rows, events: rows.map((row) => saleEvent(row, origins.get(matchedKey(row)))) };
}

type Matched = Pick<MilestoneRow, 'lead_source' | 'lead_ref' | 'lead_id'>;

const matchedKey = ({ lead_ref, lead_id }: Matched) => String(lead_id ?? lead_ref);

/** Returns the origins of the matched leads and applications, by {@link matchedKey}. */
async function readOrigins(
  transaction: Kysely<Tables>,
  sales: readonly Matched[],
): Promise<Map<string, Utms>> {
  const leads = sales.flatMap(({ lead_id }) => lead_id ?? []);
  const applications = sales.flatMap(({ lead_source, lead_ref }) =>
    lead_source === 'application' ? (lead_ref ?? []) : [],
  );
  const read = (table: 'leads' | 'newest_applications', ids: readonly (number | string)[]) =>
    ids.length === 0
      ? []
      : transaction
          .selectFrom(table)
          .select(['id', ...UTM_FIELDS])
          .where('id', 'in', ids)
          .execute();
  const rows = [
    ...(await read('leads', leads)),
    ...(await read('newest_applications', applications)),
  ];
  return new Map(rows.map(({ id, ...utms }) => [String(id), utms]));
}
