import { UTM_FIELDS, type Utms } from '@funil/contract/capture/utm';
import { APPLICATION_FIELDS } from '@funil/contract/contacts/application-rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { findApplied, toDraftContact } from '../../contacts/abandoned.ts';
import { readDraftOrigins } from '../../contacts/draft-origins.ts';
import { LEAD_ROW_COLUMNS } from '../../contacts/leads.ts';
import { type PublishedQuestions, readQuestions } from '../../contacts/questions.ts';
import type { Queryable } from '../../store/database.ts';
import { rowNumber } from '../../store/queries/sql.ts';
import {
  type ChangedDraft,
  composeApplicationEvent,
  composeDraftEvent,
  composeLeadEvent,
  composeSaleEvent,
  type NewEvent,
  type ReachedMilestone,
} from './compose-events.ts';

/** Numbers of changes of one kind, by the key of the changed row. */
export type ChangeNumbers = ReadonlyMap<string, number>;

const numberRows = <Row>(
  rows: readonly Row[],
  numbers: ChangeNumbers,
  keyOf: (row: Row) => string,
) => rows.map((row) => ({ ...row, number: numbers.get(keyOf(row)) ?? 0 }));

export async function findLeadEvents(
  transaction: Queryable,
  numbers: ChangeNumbers,
  { published }: Pick<PublishedPage, 'published'>,
): Promise<NewEvent[]> {
  const rows = await transaction
    .selectFrom('leads')
    .select(LEAD_ROW_COLUMNS)
    .where('id', 'in', [...numbers.keys()].map(Number))
    .execute();
  const questions = await readQuestions(transaction, published);
  return numberRows(rows, numbers, ({ id }) => String(id)).map((row) =>
    composeLeadEvent(row, questions),
  );
}

interface PublishedPage {
  readonly replyHours: number | null;
  readonly published: PublishedQuestions;
}

/** Returns an event for the first row of each application. Later rows are corrections. */
export async function findApplicationEvents(
  transaction: Queryable,
  numbers: ChangeNumbers,
  { replyHours, published }: PublishedPage,
): Promise<NewEvent[]> {
  const rows = await transaction
    .selectFrom('applications')
    .select(['save_id', 'id', 'created_at', 'suspect', 'respostas'])
    .select(APPLICATION_FIELDS)
    .select(UTM_FIELDS)
    .select(['origem_timestamp', 'tempo_jornada_segundos', 'paginas_visitadas'])
    .where('save_id', 'in', [...numbers.keys()])
    .where(isFirstOrNewest(transaction, 'first', 'applications'))
    .execute();
  if (rows.length === 0) return [];
  const questions = await readQuestions(transaction, published);
  return numberRows(rows, numbers, ({ save_id }) => save_id).map((row) =>
    composeApplicationEvent(row, { replyHours, questions }),
  );
}

export async function findDraftEvents(
  transaction: Queryable,
  numbers: ChangeNumbers,
): Promise<NewEvent[]> {
  const rows = await readDrafts(transaction, numbers, 'first');
  return composeDrafts(transaction, 'application.started', rows);
}

/** Omits drafts that were corrected later, or whose id or contact has an application. */
export async function findAbandonedEvents(
  transaction: Queryable,
  numbers: ChangeNumbers,
): Promise<NewEvent[]> {
  const newest = await readDrafts(transaction, numbers, 'newest');
  const appliedIds = await findApplied(transaction, newest.map(toDraftContact));
  const abandoned = newest.filter(({ id }) => !appliedIds.has(id));
  return composeDrafts(transaction, 'application.abandoned', abandoned);
}

async function readDrafts(
  transaction: Queryable,
  numbers: ChangeNumbers,
  position: 'first' | 'newest',
): Promise<ChangedDraft[]> {
  const rows = await transaction
    .selectFrom('application_drafts')
    .select(['save_id', 'id', 'created_at', 'suspect', 'nome', 'email', 'whatsapp', 'instagram'])
    .where('save_id', 'in', [...numbers.keys()])
    .where(isFirstOrNewest(transaction, position, 'application_drafts'))
    .execute();
  return numberRows(rows, numbers, ({ save_id }) => save_id);
}

async function composeDrafts(
  transaction: Queryable,
  type: Parameters<typeof composeDraftEvent>[0],
  rows: readonly ChangedDraft[],
): Promise<NewEvent[]> {
  const ids = rows.map(({ id }) => id);
  const originsById = await readDraftOrigins(transaction, ids);
  return rows.map((row) => composeDraftEvent(type, row, originsById.get(row.id)));
}

function isFirstOrNewest(
  transaction: Queryable,
  position: 'first' | 'newest',
  table: 'applications' | 'application_drafts',
): RawBuilder<SqlBool> {
  const operator = sql.raw(position === 'first' ? '<' : '>');
  return sql<SqlBool>`not exists (
    select 1 from ${sql.table(table)} as other where other.id = ${sql.ref(`${table}.id`)}
      and ${rowNumber(transaction, 'other')} ${operator} ${rowNumber(transaction, table)})`;
}

export async function findSaleEvents(
  transaction: Queryable,
  numbers: ChangeNumbers,
): Promise<NewEvent[]> {
  const rows = await transaction
    .selectFrom('sale_milestones')
    .innerJoin('sales', (join) =>
      join
        .onRef('sales.platform', '=', 'sale_milestones.platform')
        .onRef('sales.sale_key', '=', 'sale_milestones.sale_key'),
    )
    .selectAll('sales')
    .select(['sale_milestones.number as milestone_number', 'sale_milestones.state as milestone'])
    .select(['happened_at', 'is_late'])
    .where('sale_milestones.number', 'in', [...numbers.keys()].map(Number))
    .execute();
  const originsByContact = await readOrigins(transaction, rows);
  return numberRows(rows, numbers, (row) => String(row.milestone_number)).map((row) =>
    composeSaleEvent(row, originsByContact.get(contactIdOf(row))),
  );
}

type MatchedSale = Pick<ReachedMilestone, 'lead_source' | 'lead_ref' | 'lead_id'>;

const contactIdOf = ({ lead_ref, lead_id }: MatchedSale) => String(lead_id ?? lead_ref);

async function readOrigins(
  transaction: Queryable,
  sales: readonly MatchedSale[],
): Promise<Map<string, Utms>> {
  const leadIds = sales.flatMap(({ lead_id }) => lead_id ?? []);
  const applicationIds = sales.flatMap(({ lead_source, lead_ref }) =>
    lead_source === 'application' ? (lead_ref ?? []) : [],
  );
  const readUtms = (table: 'leads' | 'newest_applications', ids: readonly (number | string)[]) =>
    ids.length === 0
      ? []
      : transaction
          .selectFrom(table)
          .select(['id', ...UTM_FIELDS])
          .where('id', 'in', ids)
          .execute();
  const rows = [
    ...(await readUtms('leads', leadIds)),
    ...(await readUtms('newest_applications', applicationIds)),
  ];
  return new Map(rows.map(({ id, ...utms }) => [String(id), utms]));
}
