import { MANAGERS, type Role } from '@funil/contract/console/roles';
import { type ContactRef, contactKeyOf, parseContactKey } from '../../contacts/contact-ref.ts';
import { findContactsByRef } from '../../contacts/listed-contacts.ts';
import type { Database } from '../../store/database.ts';
import { inChunks } from '../../store/in-chunks.ts';
import type { OutboxEvent } from '../destination.ts';

const EVENT_SUBJECT = /^(lead|application|sale):([^:]+)(?::(.+))?$/;
/** A small number, because each lookup is one statement. */
const LEADS_PER_READ = 500;

/**
 * Returns the console's paths of the contacts and sales of events, by subject. An attendant gets own contacts and those
 * without an owner; an erased contact has no path.
 */
export async function findCards(
  database: Database,
  events: readonly Pick<OutboxEvent, 'subject'>[],
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<ReadonlyMap<string, string>> {
  const cards = new Map<string, string>();
  const contacts = new Map<string, string>();
  const leads: string[] = [];
  for (const { subject } of events) {
    const [, kind, id = '', rest] = EVENT_SUBJECT.exec(subject) ?? [];
    if (kind === 'application') contacts.set(subject, subject);
    // A lead without an idempotency key is named by its number.
    else if (kind === 'lead' && rest !== undefined) contacts.set(`lead:${id}`, subject);
    else if (kind === 'lead') leads.push(id);
    else if (rest !== undefined) cards.set(subject, `/vendas/${id}/${encodeURIComponent(rest)}`);
  }
  for (const keys of inChunks(leads, LEADS_PER_READ)) {
    const rows = await database
      .selectFrom('leads')
      .select(['id', 'idempotency_key'])
      .where('idempotency_key', 'in', keys)
      .execute();
    for (const { id, idempotency_key: key } of rows) contacts.set(`lead:${id}`, `lead:${key}`);
  }
  const refs = [...contacts.keys()].flatMap((subject) => parseContactKey(subject) ?? []);
  for (const { ref, owner } of await findContactsByRef(database, refs)) {
    const subject = contacts.get(contactKeyOf(ref));
    const isVisible = owner === null || owner === email || MANAGERS.includes(role);
    if (subject !== undefined && isVisible) cards.set(subject, pathOf(ref));
  }
  return cards;
}

const pathOf = (ref: ContactRef): string =>
  ref.kind === 'lead' ? `/pessoas/leads/${ref.leadId}` : `/pessoas/aplicacoes/${ref.applicationId}`;
