import { CONTACT_KEY } from '@funil/contract/contacts/contacts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ContactKind } from '../store/contact-tables.ts';
import { isInAny } from '../store/queries/sql.ts';

export type ContactRef =
  | { readonly kind: 'lead'; readonly leadId: number }
  | { readonly kind: 'application'; readonly applicationId: string };

/** @param id a lead's number, or an application's UUID */
export const toContactRef = (kind: ContactKind, id: number | string | null): ContactRef =>
  kind === 'lead' ? { kind, leadId: Number(id) } : { kind, applicationId: String(id) };

export const splitRefs = (refs: readonly ContactRef[]) => ({
  leadIds: refs.flatMap((ref) => (ref.kind === 'lead' ? [ref.leadId] : [])),
  applicationIds: refs.flatMap((ref) => (ref.kind === 'application' ? [ref.applicationId] : [])),
});

export const isOfContact = (ref: ContactRef): RawBuilder<SqlBool> =>
  isInAny(
    ref.kind === 'lead' ? { lead_id: [ref.leadId] } : { application_id: [ref.applicationId] },
  );

/**
 * Returns the condition that a sale's lead is the one that was matched. Equal numbers do not show it, because SQLite
 * reuses the numbers of deleted leads.
 * @param lead a name of the table `leads` in the query
 * @param sale a name of the table `sales` in the query
 */
export const isLeadOfSale = (lead: string, sale: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${lead}.id`)} = ${sql.ref(`${sale}.lead_id`)}
    and ${sql.ref(`${lead}.idempotency_key`)} is not distinct from ${sql.ref(`${sale}.lead_ref`)}`;

export const leadKey = (id: string | number): string => `lead:${id}`;
export const applicationKey = (id: string | number): string => `application:${id}`;

/** Returns the event subject. A lead without a key is named by number and time, because SQLite reuses row numbers. */
export const leadEventSubject = (key: string | null, number: number | string, createdAt: string) =>
  leadKey(key ?? `${number}:${createdAt}`);

/** Returns the key outside the database: `lead:74`. */
export const contactKeyOf = (ref: ContactRef): string =>
  ref.kind === 'lead' ? leadKey(ref.leadId) : applicationKey(ref.applicationId);

export const isLeadKey = (contactKey: string): boolean => contactKey.startsWith('lead:');

export function parseContactKey(contactKey: string): ContactRef | null {
  const [, lead, application] = CONTACT_KEY.exec(contactKey) ?? [];
  if (application !== undefined) return { kind: 'application', applicationId: application };
  const leadId = Number(lead);
  return Number.isSafeInteger(leadId) ? { kind: 'lead', leadId } : null;
}
