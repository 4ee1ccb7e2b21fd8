import { DAY_MS } from '@funil/contract/durations';
import type { Kysely } from 'kysely';
import { readName } from '../leads/contacts/contact-ref.ts';
import { readContactRows } from '../leads/contacts/contact-rows.ts';
import type { Tables } from '../store/database.ts';
import type { MatchColumns, SaleRow } from '../store/sales-tables.ts';
import { type Candidate, matchKeysOf } from './match-sale.ts';
import type { SaleId } from './notices.ts';
import type { ReducedSale } from './reduce-sale.ts';
import { MAX_STORAGE_DELAY_MS, referenceOf, sentAt, uuidOf } from './sent-at.ts';

/** A row stored later than this after its sale's beginning was sent after it, too. */
const MAX_STORED_AFTER_SALE_MS = MAX_STORAGE_DELAY_MS + DAY_MS;
/** The newest rows only are looked at for their contact, so that a robot that sends one number without end holds up nothing. */
const MAX_ROWS_BY_CONTACT = 5_000;

/** Leads and applications that any of the sales may have come from. */
export async function findCandidates(
  database: Kysely<Tables>,
  sales: readonly ReducedSale[],
  days: number,
): Promise<Candidate[]> {
  const keys = sales.map(matchKeysOf);
  const uuids = [
    ...new Set(keys.flatMap(({ references }) => references.flatMap((ref) => uuidOf(ref) ?? []))),
  ];
  const phones = [...new Set(keys.flatMap(({ phoneKeys }) => phoneKeys))];
  const emails = [...new Set(keys.flatMap(({ emailKeys }) => emailKeys))];
  const begun = sales.map(({ row }) => Date.parse(row.begun_at));
  if (begun.length === 0) return [];
  // Stored later than it was sent, and never earlier.
  const since = new Date(Math.min(...begun) - days * DAY_MS).toISOString();
  const until = new Date(Math.max(...begun) + MAX_STORED_AFTER_SALE_MS).toISOString();
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
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(MAX_ROWS_BY_CONTACT)
          .execute()
      : [];
  return distinct([...byReference, ...byPhone], ({ id }) => id).map(
    ({ id, idempotency_key, created_at, phone_key, nome: name }): Candidate => {
      const ref = idempotency_key === null ? `lead:${id}` : referenceOf(idempotency_key);
      const at = sentAt(idempotency_key, created_at);
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
    .orderBy('created_at', 'desc')
    .orderBy('save_id', 'desc')
    .limit(MAX_ROWS_BY_CONTACT);
  const rows = [
    ...(uuids.length > 0 ? await applications.where('id', 'in', uuids).execute() : []),
    ...(phones.length > 0 ? await young.where('phone_key', 'in', phones).execute() : []),
    ...(emails.length > 0 ? await young.where('email_key', 'in', emails).execute() : []),
  ];
  return distinct(rows, ({ save_id }) => save_id).map(
    ({ id, created_at, phone_key, email_key, nome: name }): Candidate => {
      const ref = referenceOf(id);
      const at = sentAt(id, created_at);
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

/** A key of a map by sale. */
export const saleIdText = ({ platform, sale_key }: SaleId) => JSON.stringify([platform, sale_key]);

/** What operators decided of sales, by the sales' names (`saleIdText`); it stands before what is found by key. */
export async function readHandMatches(
  database: Kysely<Tables>,
  names: readonly SaleId[],
): Promise<Map<string, Omit<MatchColumns, 'candidates'>>> {
  const decided = await database
    .selectFrom('sale_matches')
    .select(['platform', 'sale_key', 'subject'])
    .where(
      'sale_key',
      'in',
      names.map(({ sale_key }) => sale_key),
    )
    .execute();
  const refs = new Map(decided.map(({ subject }) => [subject, readName(subject ?? '')]));
  const contacts = await readContactRows(
    database,
    [...refs.values()].filter((ref) => ref !== null),
  );
  return new Map(
    decided.map((row) => {
      const contact = row.subject === null ? undefined : contacts.get(row.subject);
      const ref = contact?.ref;
      const match = {
        matched_by: 'hand' as const,
        lead_source: ref?.kind ?? null,
        lead_ref: contact?.reference ?? null,
        lead_id: ref?.kind === 'lead' ? ref.leadId : null,
      };
      return [saleIdText(row), match];
    }),
  );
}

interface NamedSale extends SaleId {
  readonly sale: ReducedSale | null;
}

/** Returns the other charges of the subscriptions that the sales charge. */
export async function findOtherCharges(
  database: Kysely<Tables>,
  named: readonly NamedSale[],
): Promise<SaleId[]> {
  const others: SaleId[] = [];
  for (const [platform, group] of Map.groupBy(named, (one) => one.platform)) {
    const subscriptions = group.flatMap(({ sale }) => sale?.row.subscription ?? []);
    if (subscriptions.length === 0) continue;
    const rows = await database
      .selectFrom('sales')
      .select(['platform', 'sale_key'])
      .where('platform', '=', platform)
      .where('subscription', 'in', [...new Set(subscriptions)])
      .where(
        'sale_key',
        'not in',
        group.map(({ sale_key }) => sale_key),
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
