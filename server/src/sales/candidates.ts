import { DAY_MS } from '@funil/contract/durations';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/database.ts';
import {
  type Candidate,
  OLDEST_SENT,
  ownMoment,
  referenceOf,
  saleKeys,
  uuidOf,
} from './match-sale.ts';
import type { Sale } from './sale.ts';

/** A row stored later than this after its sale's beginning was sent after it, too. */
const LATEST_STORAGE = OLDEST_SENT + DAY_MS;
/** Most rows looked at for their contact: a robot that sends one number without end holds up nothing. */
const MOST_BY_CONTACT = 5_000;

/** Leads and applications that any of the sales may have come from. */
export async function findCandidates(
  database: Kysely<Tables>,
  sales: readonly Sale[],
  days: number,
): Promise<Candidate[]> {
  const keys = sales.map(saleKeys);
  const uuids = [
    ...new Set(keys.flatMap(({ references }) => references.flatMap((ref) => uuidOf(ref) ?? []))),
  ];
  const phones = [...new Set(keys.flatMap(({ phoneKeys }) => phoneKeys))];
  const emails = [...new Set(keys.flatMap(({ emailKeys }) => emailKeys))];
  const begun = sales.map(({ begunAt }) => Date.parse(begunAt));
  if (begun.length === 0) return [];
  // Stored later than it was sent, and never earlier.
  const since = new Date(Math.min(...begun) - days * DAY_MS).toISOString();
  const until = new Date(Math.max(...begun) + LATEST_STORAGE).toISOString();
  const wanted = { uuids, phones, emails, since, until };
  return [...(await findLeads(database, wanted)), ...(await findApplications(database, wanted))];
}

interface Wanted {
  readonly uuids: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly since: string;
  readonly until: string;
}

async function findLeads(database: Kysely<Tables>, { uuids, phones, since, until }: Wanted) {
  const leads = database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'phone_key', 'nome']);
  const byReference =
    uuids.length > 0 ? await leads.where('idempotency_key', 'in', uuids).execute() : [];
  const byPhone =
    phones.length > 0
      ? await leads
          .where('phone_key', 'in', phones)
          .where('created_at', '>=', since)
          .where('created_at', '<=', until)
          .limit(MOST_BY_CONTACT)
          .execute()
      : [];
  return distinct([...byReference, ...byPhone], ({ id }) => id).map(
    ({ id, idempotency_key, created_at, phone_key, nome: name }): Candidate => {
      const ref = idempotency_key === null ? `lead:${id}` : referenceOf(idempotency_key);
      const at = ownMoment(ref, created_at);
      return { source: 'lead', ref, leadId: id, at, phoneKey: phone_key, emailKey: null, name };
    },
  );
}

async function findApplications(
  database: Kysely<Tables>,
  { uuids, phones, emails, since, until }: Wanted,
) {
  const applications = database
    .selectFrom('applications')
    .select(['save_id', 'id', 'created_at', 'phone_key', 'email_key', 'nome']);
  const young = applications
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .limit(MOST_BY_CONTACT);
  const rows = [
    ...(uuids.length > 0 ? await applications.where('id', 'in', uuids).execute() : []),
    ...(phones.length > 0 ? await young.where('phone_key', 'in', phones).execute() : []),
    ...(emails.length > 0 ? await young.where('email_key', 'in', emails).execute() : []),
  ];
  return distinct(rows, ({ save_id }) => save_id).map(
    ({ id, created_at, phone_key, email_key, nome: name }): Candidate => {
      const ref = referenceOf(id);
      const at = ownMoment(ref, created_at);
      return {
        source: 'application',
        ref,
        leadId: null,
        at,
        phoneKey: phone_key,
        emailKey: email_key,
        name,
      };
    },
  );
}

const distinct = <Row>(rows: readonly Row[], keyOf: (row: Row) => unknown): Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];
