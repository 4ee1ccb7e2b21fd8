import { MANAGERS, type Role } from '@funil/contract/console/roles';
import { readSaleSubject } from '@funil/contract/sales/sale-subject';
import {
  type ContactRef,
  contactKeyOf,
  leadKey,
  parseContactKey,
} from '../../contacts/contact-ref.ts';
import { findListedByRef } from '../../contacts/listed-contacts.ts';
import type { Database } from '../../store/database.ts';
import { inChunks } from '../../store/in-chunks.ts';
import type { OutboxEvent } from '../destination.ts';

/** The subject of a lead without an idempotency key ends in number and time. */
const LEAD_SUBJECT = /^lead:([^:]+)(:.+)?$/;
const LEADS_PER_READ = 500;

/** Paths by event subject. An attendant may see contacts without an owner, too. An erased contact has no path. */
export async function findConsolePaths(
  database: Database,
  events: readonly Pick<OutboxEvent, 'subject'>[],
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<ReadonlyMap<string, string>> {
  const pathBySubject = new Map<string, string>();
  const subjectByContact = new Map<string, string>();
  const leadKeys: string[] = [];
  for (const { subject } of events) {
    const sale = readSaleSubject(subject);
    const [, lead, time] = LEAD_SUBJECT.exec(subject) ?? [];
    if (sale) {
      pathBySubject.set(subject, `/vendas/${sale.platform}/${encodeURIComponent(sale.sale_key)}`);
    } else if (lead === undefined) subjectByContact.set(subject, subject);
    else if (time === undefined) leadKeys.push(lead);
    else subjectByContact.set(leadKey(lead), subject);
  }
  for (const keys of inChunks(leadKeys, LEADS_PER_READ)) {
    const rows = await database
      .selectFrom('leads')
      .select(['id', 'idempotency_key'])
      .where('idempotency_key', 'in', keys)
      .execute();
    for (const { id, idempotency_key: key } of rows)
      subjectByContact.set(leadKey(id), leadKey(key ?? ''));
  }
  const refs = [...subjectByContact.keys()].flatMap((subject) => parseContactKey(subject) ?? []);
  for (const { ref, owner } of await findListedByRef(database, refs)) {
    const subject = subjectByContact.get(contactKeyOf(ref));
    const isVisible = owner === null || owner === email || MANAGERS.includes(role);
    if (subject !== undefined && isVisible) pathBySubject.set(subject, pathOf(ref));
  }
  return pathBySubject;
}

const pathOf = (ref: ContactRef): string =>
  ref.kind === 'lead' ? `/pessoas/leads/${ref.leadId}` : `/pessoas/aplicacoes/${ref.applicationId}`;
