import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { Selectable } from 'kysely';
import { readDraftOrigins } from '../../leads/contacts/draft-origins.ts';
import type { Tables } from '../../store/database.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import { applicationEvent, draftEvent, leadEvent, saleEvent } from './compose-events.ts';
import { type Found, keepOne, numberOf, type Range, readToOf, type Step } from './scan.ts';

/** `lead.created` of each lead. */
export async function findLeads({ step }: Step, range: Range): Promise<Found> {
  const rows = await step
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'suspect', 'nome', 'telefone'])
    .select(UTM_FIELDS)
    .select(['tempo_jornada_segundos', 'paginas_visitadas', 'origem_timestamp', 'id as number'])
    .where('id', '>', range.after)
    .where('id', '<=', range.until)
    .orderBy('id')
    .limit(range.most)
    .execute();
  return {
    events: rows.map(leadEvent),
    readTo: readToOf(rows, range),
  };
}

/**
 * `application.created` of the first application of each id: what the applicant corrects afterwards is no
 * further application.
 */
export async function findApplications(
  step: Step,
  range: Range,
  replyHours: number | null,
): Promise<Found> {
  const rows = await readApplications(step, range);
  const first = await keepOne(step, 'first', { table: 'applications', rows });
  return {
    events: first.map((row) => applicationEvent(row, replyHours)),
    readTo: readToOf(rows, range),
  };
}

function readApplications({ step, dialect }: Step, range: Range) {
  const number = numberOf(dialect, 'applications');
  return step
    .selectFrom('applications')
    .select(['save_id', 'id', 'created_at', 'suspect', 'nome', 'email', 'whatsapp', 'instagram'])
    .select(['empresa', 'cargo', 'faturamento', 'principais_desafios', 'objetivos_movimento'])
    .select(['cronograma', 'orcamento_investimento', 'experiencia_anterior'])
    .select(UTM_FIELDS)
    .select(['origem_timestamp', 'tempo_jornada_segundos', 'paginas_visitadas'])
    .select(number.as('number'))
    .where(number, '>', range.after)
    .where(number, '<=', range.until)
    .orderBy(number)
    .limit(range.most)
    .execute();
}

/** `application.started` of the first draft of each id. */
export async function findDrafts(step: Step, range: Range): Promise<Found> {
  const rows = await readDrafts(step, range);
  const first = await keepOne(step, 'first', { table: 'application_drafts', rows });
  const origins = await readDraftOrigins(
    step.step,
    first.map(({ id }) => id),
  );
  return {
    events: first.map((row) => draftEvent('application.started', row, origins.get(row.id) ?? null)),
    readTo: readToOf(rows, range),
  };
}

export function readDrafts({ step, dialect }: Step, range: Range) {
  const number = numberOf(dialect, 'application_drafts');
  return step
    .selectFrom('application_drafts')
    .select(['save_id', 'id', 'created_at', 'suspect', 'nome', 'email', 'whatsapp', 'instagram'])
    .select(number.as('number'))
    .where(number, '>', range.after)
    .where(number, '<=', range.until)
    .orderBy(number)
    .limit(range.most)
    .execute();
}

/** `sale.*`, whenever a sale first came into such a state. */
export async function findSales(step: Step, range: Range): Promise<Found> {
  const moments = await step.step
    .selectFrom('sale_moments')
    .selectAll()
    .where('number', '>', range.after)
    .where('number', '<=', range.until)
    .orderBy('number')
    .limit(range.most)
    .execute();
  const sales = await readSales(step, moments);
  const origins = await readOrigins(step, [...sales.values()]);
  return {
    events: moments.flatMap((moment) => {
      const sale = sales.get(nameOf(moment));
      return sale ? [saleEvent(moment, sale, origins.get(leadOf(sale)) ?? null)] : [];
    }),
    readTo: readToOf(moments, range),
  };
}

type Named = Pick<SaleRow, 'platform' | 'sale_key'>;

const nameOf = ({ platform, sale_key }: Named) => `${platform} ${sale_key}`;

async function readSales({ step }: Step, wanted: readonly Named[]) {
  if (wanted.length === 0) return new Map<string, SaleRow>();
  const rows = await step
    .selectFrom('sales')
    .selectAll()
    .where(
      'sale_key',
      'in',
      wanted.map(({ sale_key }) => sale_key),
    )
    .where('platform', 'in', [...new Set(wanted.map(({ platform }) => platform))])
    .execute();
  return new Map(rows.map((sale) => [nameOf(sale), sale]));
}

type Matched = Pick<Selectable<Tables['sales']>, 'lead_source' | 'lead_ref' | 'lead_id'>;

/** A sale's lead or application, by a name of its own. */
const leadOf = ({ lead_source, lead_ref, lead_id }: Matched) =>
  lead_source === 'application' ? `application ${lead_ref}` : `lead ${lead_id}`;

/** Where the people came from, by the rows that sales were matched to. */
async function readOrigins({ step }: Step, sales: readonly Matched[]): Promise<Map<string, Utms>> {
  const origins = new Map<string, Utms>();
  const leads = sales.flatMap(({ lead_id }) => lead_id ?? []);
  if (leads.length > 0) {
    const rows = await step
      .selectFrom('leads')
      .select(['id', ...UTM_FIELDS])
      .where('id', 'in', leads)
      .execute();
    for (const { id, ...utms } of rows) origins.set(`lead ${id}`, utms);
  }
  const applications = sales.flatMap(({ lead_source, lead_ref }) =>
    lead_source === 'application' ? (lead_ref ?? []) : [],
  );
  if (applications.length > 0) {
    const rows = await step
      .selectFrom('newest_applications')
      .select(['id', ...UTM_FIELDS])
      .where('id', 'in', applications)
      .execute();
    for (const { id, ...utms } of rows) origins.set(`application ${id}`, utms);
  }
  return origins;
}
