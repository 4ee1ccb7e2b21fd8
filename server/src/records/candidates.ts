import type { Kysely } from 'kysely';
import type { Tables } from '../store/database.ts';
import { type Candidate, ownMoment, referenceOf, saleKeys } from './match-sale.ts';
import type { Sale } from './sale.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Leads and applications that any of the sales may have come from. */
export async function findCandidates(
  database: Kysely<Tables>,
  sales: readonly Sale[],
  days: number,
): Promise<Candidate[]> {
  const keys = sales.map(saleKeys);
  const uuids = [...new Set(keys.flatMap(({ references }) => references.map(toUuid)))];
  const phones = [...new Set(keys.flatMap(({ phoneKeys }) => phoneKeys))];
  const emails = [...new Set(keys.flatMap(({ emailKeys }) => emailKeys))];
  const begun = sales.map(({ begunAt }) => Date.parse(begunAt));
  if (begun.length === 0) return [];
  // Stored later than it was sent, and never earlier.
  const since = new Date(Math.min(...begun) - days * DAY).toISOString();
  return [
    ...(await findLeads(database, { uuids, phones, since })),
    ...(await findApplications(database, { uuids, phones, emails, since })),
  ];
}

/** A reference as the UUID that it is. */
const toUuid = (ref: string) =>
  `${ref.slice(0, 8)}-${ref.slice(8, 12)}-${ref.slice(12, 16)}-${ref.slice(16, 20)}-${ref.slice(20)}`;

interface Wanted {
  readonly uuids: readonly string[];
  readonly phones: readonly string[];
  readonly since: string;
}

async function findLeads(database: Kysely<Tables>, { uuids, phones, since }: Wanted) {
  if (uuids.length + phones.length === 0) return [];
  const rows = await database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'phone_key'])
    .where('created_at', '>=', since)
    .where(({ or, eb }) =>
      or([
        ...(uuids.length > 0 ? [eb('idempotency_key', 'in', uuids)] : []),
        ...(phones.length > 0 ? [eb('phone_key', 'in', phones)] : []),
      ]),
    )
    .execute();
  return rows.map(({ id, idempotency_key, created_at, phone_key }): Candidate => {
    const ref = idempotency_key === null ? `lead:${id}` : referenceOf(idempotency_key);
    const at = ownMoment(ref, created_at);
    return { source: 'lead', ref, leadId: id, at, phoneKey: phone_key, emailKey: null };
  });
}

async function findApplications(
  database: Kysely<Tables>,
  { uuids, phones, emails, since }: Wanted & { readonly emails: readonly string[] },
) {
  if (uuids.length + phones.length + emails.length === 0) return [];
  const rows = await database
    .selectFrom('applications')
    .select(['id', 'created_at', 'phone_key', 'email_key'])
    .where('created_at', '>=', since)
    .where(({ or, eb }) =>
      or([
        ...(uuids.length > 0 ? [eb('id', 'in', uuids)] : []),
        ...(phones.length > 0 ? [eb('phone_key', 'in', phones)] : []),
        ...(emails.length > 0 ? [eb('email_key', 'in', emails)] : []),
      ]),
    )
    .execute();
  return rows.map(({ id, created_at, phone_key, email_key }): Candidate => {
    const ref = referenceOf(id);
    const at = ownMoment(ref, created_at);
    return {
      source: 'application',
      ref,
      leadId: null,
      at,
      phoneKey: phone_key,
      emailKey: email_key,
    };
  });
}
