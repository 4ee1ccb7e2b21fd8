import { DAY_MS } from '@funil/contract/durations';
import type { Kysely } from 'kysely';
import { readName } from '../leads/contacts/contact-ref.ts';
import type { Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { type Candidate, saleKeys } from './match-sale.ts';
import type { SaleName } from './notices.ts';
import type { Sale } from './reduce-sale.ts';
import { OLDEST_SENT, ownMoment, referenceOf, uuidOf } from './sent-at.ts';

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

/** What a sale's row says of its lead. */
export type Matched = Pick<SaleRow, 'matched_by' | 'lead_source' | 'lead_ref' | 'lead_id'>;

const keyOf = ({ platform, saleKey }: SaleName) => JSON.stringify([platform, saleKey]);

/** What operators decided of sales; it stands before what is found by key. */
export async function readHandMatches(
  database: Kysely<Tables>,
  names: readonly SaleName[],
): Promise<{ of(name: SaleName): Matched | null }> {
  if (names.length === 0) return { of: () => null };
  const rows = await database
    .selectFrom('sale_matches')
    .select(['platform', 'sale_key as saleKey', 'subject'])
    .where(
      'sale_key',
      'in',
      names.map(({ saleKey }) => saleKey),
    )
    .execute();
  const decided = new Map<string, Matched>();
  for (const row of rows) decided.set(keyOf(row), await toMatched(database, row.subject));
  return { of: (name) => decided.get(keyOf(name)) ?? null };
}

async function toMatched(database: Kysely<Tables>, subject: string | null): Promise<Matched> {
  const none = { lead_source: null, lead_ref: null, lead_id: null };
  const ref = subject === null ? null : readName(subject);
  if (ref === null) return { matched_by: 'hand', ...none };
  if (ref.kind === 'application') {
    const { applicationId } = ref;
    return {
      matched_by: 'hand',
      lead_source: 'application',
      lead_ref: applicationId,
      lead_id: null,
    };
  }
  const lead = await database
    .selectFrom('leads')
    .select('idempotency_key')
    .where('id', '=', ref.leadId)
    .executeTakeFirst();
  if (!lead) return { matched_by: 'hand', ...none };
  const { idempotency_key: lead_ref } = lead;
  return { matched_by: 'hand', lead_source: 'lead', lead_ref, lead_id: ref.leadId };
}

interface NamedSale extends SaleName {
  readonly sale: Pick<Sale, 'subscription'> | null;
}

/** Returns the other charges of the subscriptions that the sales charge. */
export async function findOtherCharges(
  database: Kysely<Tables>,
  named: readonly NamedSale[],
): Promise<SaleName[]> {
  const others: SaleName[] = [];
  for (const [platform, group] of Map.groupBy(named, (one) => one.platform)) {
    const subscriptions = group.flatMap(({ sale }) => sale?.subscription ?? []);
    if (subscriptions.length === 0) continue;
    const rows = await database
      .selectFrom('sales')
      .select(['platform', 'sale_key as saleKey'])
      .where('platform', '=', platform)
      .where('subscription', 'in', [...new Set(subscriptions)])
      .where(
        'sale_key',
        'not in',
        group.map(({ saleKey }) => saleKey),
      )
      .execute();
    others.push(...rows);
  }
  return others;
}

/**
 * Gives renewals the lead of their subscription's first charge that has one, however long ago that was. A
 * reference of their own and an operator's decision stand before it; their phone and e-mail stand after it.
 */
export function inheritLeads(rows: readonly SaleRow[]): SaleRow[] {
  const charges = Map.groupBy(rows, ({ platform, subscription }) =>
    JSON.stringify([platform, subscription]),
  );
  return rows.map((row) => {
    if (row.subscription === null) return row;
    if (row.matched_by === 'reference' || row.matched_by === 'hand') return row;
    const [first] = (charges.get(JSON.stringify([row.platform, row.subscription])) ?? [])
      .filter((charge) => charge.matched_by !== null && charge.begun_at < row.begun_at)
      .toSorted((a, b) => (a.begun_at < b.begun_at ? -1 : 1));
    if (!first) return row;
    const { matched_by, lead_source, lead_ref, lead_id, candidates } = first;
    return { ...row, matched_by, lead_source, lead_ref, lead_id, candidates };
  });
}
