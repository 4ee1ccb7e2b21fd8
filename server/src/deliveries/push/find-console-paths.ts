import { MANAGEMENT, type Role } from '@funil/contract/operators/roles';
import { parseSaleSubject } from '@funil/contract/sales/sale-subject';
import {
  type ContactRef,
  contactKeyOf,
  leadKey,
  parseContactKeys,
} from '../../contacts/contact-ref.ts';
import { isOwnerVisibleTo } from '../../contacts/list/contact-filter.ts';
import { findListedByRef } from '../../contacts/list/listed-contacts.ts';
import type { Database } from '../../store/database.ts';
import { inChunks } from '../../store/queries/in-chunks.ts';
import type { OutboxEvent } from '../destination.ts';

/** `lead:<idempotency key>`; a lead without such a key has `lead:<id>:<time>`. */
const LEAD_SUBJECT = /^lead:([^:]+)(:.+)?$/;
const LEADS_PER_READ = 500;

/** Paths by event subject. An erased contact has no path. */
export async function findConsolePaths(
  database: Database,
  events: readonly Pick<OutboxEvent, 'subject'>[],
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<ReadonlyMap<string, string>> {
  const pathBySubject = new Map<string, string>();
  const subjectByContactKey = new Map<string, string>();
  const idempotencyKeys: string[] = [];
  for (const { subject } of events) {
    const sale = parseSaleSubject(subject);
    const [, keyOrId, time] = LEAD_SUBJECT.exec(subject) ?? [];
    if (sale) {
      pathBySubject.set(subject, `/vendas/${sale.platform}/${encodeURIComponent(sale.sale_key)}`);
    } else if (keyOrId === undefined) subjectByContactKey.set(subject, subject);
    else if (time === undefined) idempotencyKeys.push(keyOrId);
    else subjectByContactKey.set(leadKey(keyOrId), subject);
  }
  for (const keys of inChunks(idempotencyKeys, LEADS_PER_READ)) {
    const rows = await database
      .selectFrom('leads')
      .select(['id', 'idempotency_key'])
      .where('idempotency_key', 'in', keys)
      .execute();
    for (const { id, idempotency_key: key } of rows)
      subjectByContactKey.set(leadKey(id), leadKey(key ?? ''));
  }
  const refs = parseContactKeys(subjectByContactKey.keys());
  const visibleTo = MANAGEMENT.includes(role) ? undefined : email;
  for (const { ref, owner } of await findListedByRef(database, refs)) {
    const subject = subjectByContactKey.get(contactKeyOf(ref));
    if (subject !== undefined && isOwnerVisibleTo(owner, visibleTo))
      pathBySubject.set(subject, pathOf(ref));
  }
  return pathBySubject;
}

const pathOf = (ref: ContactRef): string =>
  ref.kind === 'lead' ? `/pessoas/leads/${ref.leadId}` : `/pessoas/aplicacoes/${ref.applicationId}`;
