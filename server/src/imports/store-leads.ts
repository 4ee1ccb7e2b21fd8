import { randomUUID } from 'node:crypto';
import { personKeys } from '@funil/contract/contacts/person';
import { toContactRef } from '../contacts/contact-ref.ts';
import { readContactRows } from '../contacts/contact-rows.ts';
import { readErasingPeople } from '../contacts/erasing-people.ts';
import { writeContacts } from '../contacts/write-contacts.ts';
import { type RecomputeOptions, recomputeSales, removeMatches } from '../sales/recompute-sales.ts';
import { matchNewContacts } from '../sales/update-sales.ts';
import type { Queryable } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import type { ImportedLead } from './read-rows.ts';

export type LeadOutcome = 'new' | 'known' | 'erased';

export async function judgeLeads(
  database: Queryable,
  leads: readonly ImportedLead[],
): Promise<LeadOutcome[]> {
  const isErasing = await readErasingPeople(database);
  const phoneKeys = leads.map(({ phoneKey }) => phoneKey);
  const rows = await database
    .selectFrom('leads')
    .select('phone_key')
    .where('phone_key', 'in', phoneKeys)
    .execute();
  const storedKeys = new Set(rows.map(({ phone_key }) => phone_key));
  return leads.map((lead) => {
    if (storedKeys.has(lead.phoneKey)) return 'known';
    return isErasing({ phone: lead.telefone, email: lead.email }) ? 'erased' : 'new';
  });
}

/** Needs the lock `sales`. Skips a lead whose phone is stored, or whose person is being erased. */
export async function storeLeads(
  transaction: Queryable,
  leads: readonly ImportedLead[],
  { importId, ...options }: RecomputeOptions & { readonly importId: number },
): Promise<LeadOutcome[]> {
  const outcomes = await judgeLeads(transaction, leads);
  const newLeads = leads.filter((_, index) => outcomes[index] === 'new');
  if (newLeads.length === 0) return outcomes;
  const newRows = newLeads.map(({ phoneKey: _, createdAt, ...lead }) => ({
    ...lead,
    ...personKeys(lead.telefone, lead.email),
    created_at: createdAt,
    idempotency_key: randomUUID(),
    suspect: null,
    botoes_clicados: '[]',
    tempo_jornada_segundos: 0,
    paginas_visitadas: 0,
    origem_timestamp: createdAt,
    import_id: importId,
  }));
  const ids = await transaction.insertInto('leads').values(newRows).returning('id').execute();
  await waitForLock(transaction, 'contacts');
  const leadIds = ids.map(({ id }) => id);
  const refs = leadIds.map((id) => toContactRef('lead', id));
  await writeContacts(transaction, [...(await readContactRows(transaction, refs)).values()]);
  await matchNewContacts(transaction, { leadIds, applicationIds: [] }, options);
  return outcomes;
}

/** Needs the lock `sales`. Returns the number of removed leads; fewer than `limit`: none are left. */
export async function removeLeads(
  transaction: Queryable,
  { importId, limit, ...options }: RecomputeOptions & { importId: number; limit: number },
): Promise<number> {
  const rows = await transaction
    .selectFrom('leads')
    .select('id')
    .where('import_id', '=', importId)
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const sales = await transaction
    .selectFrom('sales')
    .select(['platform', 'sale_key'])
    .where('lead_id', 'in', ids)
    .execute();
  // Called before the leads are deleted, because it finds the person's other rows by them.
  await removeMatches(transaction, sales);
  await transaction.deleteFrom('leads').where('id', 'in', ids).execute();
  await recomputeSales(transaction, sales, options);
  return rows.length;
}
