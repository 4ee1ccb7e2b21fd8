import { parseSaleSubject, toSaleSubject } from '@funil/contract/sales/sale-subject';
import { applicationKey, leadEventSubject, leadKey } from '../contacts/contact-ref.ts';
import type { Database } from '../store/database.ts';
import type { ErasedRows } from './erasure-log.ts';
import {
  type ErasureDependencies,
  eraseLogged,
  findPersonEverywhere,
  planErasure,
} from './person-erasure.ts';
import { noticeKey, outboxEventKey } from './person-rows.ts';

interface RowToErase {
  readonly phone: string | null;
  readonly email: string | null;
  readonly name: string;
}

export async function applyErasures(
  deps: ErasureDependencies,
  erasedRows: ErasedRows,
): Promise<number> {
  const { database } = deps;
  let erasedPeople = 0;
  if (erasedRows.size === 0) return erasedPeople;
  for (const { phone, email, name } of await findRowsToErase(database, erasedRows)) {
    const matches = await findPersonEverywhere(deps, { person: { phone, email }, name });
    const eventSubjectsByLead = new Map(
      matches.records.leads.map(({ id, reference, created_at }) => [
        leadKey(id),
        leadEventSubject(reference, id, created_at),
      ]),
    );
    const keys = matches.rows.flatMap(({ key, at }) =>
      erasedRows.includes(eventSubjectsByLead.get(key) ?? key, parseSaleSubject(key) ? null : at)
        ? key
        : [],
    );
    // The erasure of an earlier row may have included this person's rows.
    if (keys.length === 0) continue;
    await eraseLogged(deps, await planErasure(database, matches, new Set(keys)));
    erasedPeople += 1;
  }
  await eraseNoticesAndEvents(deps, erasedRows);
  return erasedPeople;
}

async function eraseNoticesAndEvents(
  deps: ErasureDependencies,
  erasedRows: ErasedRows,
): Promise<void> {
  const { database } = deps;
  const notices = await database.selectFrom('notices').select(['id', 'received_at']).execute();
  const events = await database
    .selectFrom('outbox_events')
    .select(['number', 'happened_at'])
    .execute();
  await eraseLogged(deps, {
    records: { leads: [], applications: [], application_drafts: [] },
    sales: [],
    notices: notices.flatMap(({ id, received_at }) =>
      erasedRows.includes(noticeKey(id), received_at) ? id : [],
    ),
    visits: [],
    events: {
      subjects: [],
      numbers: events.flatMap(({ number, happened_at }) =>
        erasedRows.includes(outboxEventKey(number), happened_at) ? number : [],
      ),
    },
    names: [],
    contacts: [],
    person: { phone: null, email: null },
    newestAt: null,
  });
}

async function findRowsToErase(database: Database, erasedRows: ErasedRows): Promise<RowToErase[]> {
  const rowsToErase: RowToErase[] = [];
  const leads = database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'nome as name', 'telefone as phone', 'email']);
  for await (const { id, idempotency_key, created_at, ...row } of leads.stream()) {
    if (erasedRows.includes(leadEventSubject(idempotency_key, id, created_at), created_at))
      rowsToErase.push(row);
  }
  for (const table of ['applications', 'application_drafts'] as const) {
    const applications = database
      .selectFrom(table)
      .select(['id', 'created_at', 'nome as name', 'whatsapp as phone', 'email']);
    for await (const { id, created_at, ...row } of applications.stream()) {
      if (erasedRows.includes(applicationKey(id), created_at)) rowsToErase.push(row);
    }
  }
  const sales = database
    .selectFrom('sales')
    .select(['platform', 'sale_key', 'buyer_phone as phone', 'buyer_email as email', 'buyer_name']);
  for await (const { platform, sale_key, buyer_name, ...row } of sales.stream()) {
    if (erasedRows.includes(toSaleSubject({ platform, sale_key }), null))
      rowsToErase.push({ ...row, name: buyer_name ?? '' });
  }
  return rowsToErase.filter(({ phone, email }) => phone !== null || email !== null);
}
