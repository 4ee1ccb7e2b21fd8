import { CONTACT_KEY } from '@funil/contract/contacts/contacts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ContactKind } from '../store/contact-tables.ts';
import { isInAny } from '../store/queries/sql.ts';

export type ContactRef =
  | { readonly kind: 'lead'; readonly leadId: number }
  | { readonly kind: 'application'; readonly applicationId: string };

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

/** Compares the idempotency keys, too, because SQLite reuses the numbers of deleted leads. */
export const isLeadOfSale = (leadAlias: string, saleAlias: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${leadAlias}.id`)} = ${sql.ref(`${saleAlias}.lead_id`)}
    and ${sql.ref(`${leadAlias}.idempotency_key`)} is not distinct from ${sql.ref(`${saleAlias}.lead_ref`)}`;

export const leadKey = (id: string | number): string => `lead:${id}`;
export const applicationKey = (id: string | number): string => `application:${id}`;

/** Returns the event subject. A lead without a key is named by number and time, because SQLite reuses row numbers. */
export const leadEventSubject = (key: string | null, number: number | string, createdAt: string) =>
  leadKey(key ?? `${number}:${createdAt}`);

export const contactKeyOf = (ref: ContactRef): string =>
  ref.kind === 'lead' ? leadKey(ref.leadId) : applicationKey(ref.applicationId);

export const isLeadKey = (contactKey: string): boolean => contactKey.startsWith('lead:');

export function parseContactKey(contactKey: string): ContactRef | null {
  const [, lead, application] = CONTACT_KEY.exec(contactKey) ?? [];
  if (application !== undefined) return { kind: 'application', applicationId: application };
  const leadId = Number(lead);
  return Number.isSafeInteger(leadId) ? { kind: 'lead', leadId } : null;
}

/** Leaves out keys that are no contact's. */
export const parseContactKeys = (keys: Iterable<string | null>): ContactRef[] =>
  [...keys].flatMap((key) => parseContactKey(key ?? '') ?? []);
