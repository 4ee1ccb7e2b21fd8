import { DAY_MS } from '@funil/contract/durations';
import type { Kysely } from 'kysely';
import { parseSubject } from '../leads/contacts/contact-ref.ts';
import { readContactRows } from '../leads/contacts/contact-rows.ts';
import type { Tables } from '../store/database.ts';
import type { MatchColumns, SaleRow } from '../store/sales-tables.ts';
import { type Candidate, matchKeysOf } from './match-sale.ts';
import type { SaleId } from './notices.ts';
import type { ReducedSale } from './reduce-sale.ts';
import { MAX_STORAGE_DELAY_MS, referenceOf, sentAt, uuidOf } from './sent-at.ts';

/** A row stored later after its sale was also sent after it. */
const MAX_STORED_AFTER_SALE_MS = MAX_STORAGE_DELAY_MS + DAY_MS;
/** The newest rows of a contact; a robot may send one phone number without end. */
const MAX_ROWS_PER_SEARCH = 5_000;

/** Returns the leads and applications that any of the sales may have come from. */
export async function findCandidates(
  database: Kysely<Tables>,
  sales: readonly ReducedSale[],
  attributionDays: number,
): Promise<Candidate[]> {
  if (sales.length === 0) return [];
  const keys = sales.map(matchKeysOf);
  const begun = sales.map(({ row }) => Date.parse(row.begun_at));
  const search = {
    uuids: distinct(
      keys.flatMap(({ references }) => references.flatMap((ref) => uuidOf(ref) ?? [])),
    ),
    phones: distinct(keys.flatMap(({ phoneKeys }) => phoneKeys)),
    emails: distinct(keys.flatMap(({ emailKeys }) => emailKeys)),
    since: new Date(Math.min(...begun) - attributionDays * DAY_MS).toISOString(),
    until: new Date(Math.max(...begun) + MAX_STORED_AFTER_SALE_MS).toISOString(),
  };
  return [...(await findLeads(database, search)), ...(await findApplications(database, search))];
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

interface CandidateSearch {
  readonly uuids: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** Bounds of the time of storage. */
  readonly since: string;
  readonly until: string;
}

async function findLeads(
  database: Kysely<Tables>,
  { uuids, phones, emails, since, until }: CandidateSearch,
): Promise<Candidate[]> {
  const leads = database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'phone_key', 'email_key', 'nome']);
  const recent = leads
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ROWS_PER_SEARCH);
  const rows = [
    ...(uuids.length > 0 ? await leads.where('idempotency_key', 'in', uuids).execute() : []),
    ...(phones.length > 0 ? await recent.where('phone_key', 'in', phones).execute() : []),
    ...(emails.length > 0 ? await recent.where('email_key', 'in', emails).execute() : []),
  ];
  return [...new Map(rows.map((row) => [row.id, row])).values()].map(
    ({ id, idempotency_key: key, created_at, phone_key, email_key, nome: name }) => ({
      source: 'lead',
      ref: key === null ? `lead:${id}` : referenceOf(key),
      leadId: id,
      at: sentAt(key, created_at),
      phoneKey: phone_key,
      emailKey: email_key,
      name,
    }),
  );
}

async function findApplications(
  database: Kysely<Tables>,
  { uuids, phones, emails, since, until }: CandidateSearch,
): Promise<Candidate[]> {
  const applications = database
    .selectFrom('applications')
    .select(['save_id', 'id', 'created_at', 'phone_key', 'email_key', 'nome']);
  const recent = applications
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .orderBy('save_id', 'desc')
    .limit(MAX_ROWS_PER_SEARCH);
  const rows = [
    ...(uuids.length > 0 ? await applications.where('id', 'in', uuids).execute() : []),
    ...(phones.length > 0 ? await recent.where('phone_key', 'in', phones).execute() : []),
    ...(emails.length > 0 ? await recent.where('email_key', 'in', emails).execute() : []),
  ];
  return [...new Map(rows.map((row) => [row.save_id, row])).values()].map(
    ({ id, created_at, phone_key, email_key, nome: name }) => ({
      source: 'application',
      ref: referenceOf(id),
      leadId: null,
      at: sentAt(id, created_at),
      phoneKey: phone_key,
      emailKey: email_key,
      name,
    }),
  );
}

/** Returns a sale's key for maps. */
export const saleIdText = ({ platform, sale_key }: SaleId) => JSON.stringify([platform, sale_key]);

/** Returns the operators' matches by `saleIdText`. */
export async function readManualMatches(
  database: Kysely<Tables>,
  sales: readonly SaleId[],
): Promise<Map<string, Omit<MatchColumns, 'candidates'>>> {
  const keys = sales.map(({ sale_key }) => sale_key);
  const matches = await database
    .selectFrom('sale_matches')
    .select(['platform', 'sale_key', 'subject'])
    .where('sale_key', 'in', keys)
    .execute();
  const refs = matches.flatMap(({ subject }) => parseSubject(subject ?? '') ?? []);
  const contacts = await readContactRows(database, refs);
  return new Map(
    matches.map((match) => {
      const contact = contacts.get(match.subject ?? '');
      const ref = contact?.ref;
      const columns = {
        matched_by: 'hand' as const,
        lead_source: ref?.kind ?? null,
        lead_ref: contact?.reference ?? null,
        lead_id: ref?.kind === 'lead' ? ref.leadId : null,
      };
      return [saleIdText(match), columns];
    }),
  );
}

/** Returns the sales that an operator marked as tests, as `saleIdText`. */
export async function readTestMarks(
  database: Kysely<Tables>,
  sales: readonly SaleId[],
): Promise<ReadonlySet<string>> {
  const marks = await database
    .selectFrom('sale_test_marks')
    .select(['platform', 'sale_key'])
    .where(
      'sale_key',
      'in',
      sales.map(({ sale_key }) => sale_key),
    )
    .execute();
  return new Set(marks.map(saleIdText));
}

/** Returns the amounts of partial refunds that operators stated, in centavos, by `saleIdText`. */
export async function readRefundAmounts(
  database: Kysely<Tables>,
  sales: readonly SaleId[],
): Promise<ReadonlyMap<string, number>> {
  const keys = sales.map(({ sale_key }) => sale_key);
  const rows = await database
    .selectFrom('sale_refund_amounts')
    .select(['platform', 'sale_key', 'cents'])
    .where('sale_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [saleIdText(row), Number(row.cents)]));
}

/** Returns the other charges of the subscriptions that the sales charge. */
export async function findOtherCharges(
  database: Kysely<Tables>,
  sales: readonly (SaleId & { readonly sale: ReducedSale | null })[],
): Promise<SaleId[]> {
  const others: SaleId[] = [];
  for (const [platform, group] of Map.groupBy(sales, (one) => one.platform)) {
    const subscriptions = distinct(group.flatMap(({ sale }) => sale?.row.subscription ?? []));
    if (subscriptions.length === 0) continue;
    const keys = group.map(({ sale_key }) => sale_key);
    const rows = await database
      .selectFrom('sales')
      .select(['platform', 'sale_key'])
      .where('platform', '=', platform)
      .where('subscription', 'in', subscriptions)
      .where('sale_key', 'not in', keys)
      .execute();
    others.push(...rows);
  }
  return others;
}

/**
 * Gives renewals the lead of their subscription's first matched charge, without a time limit. It takes precedence over
 * a renewal's phone and e-mail, but not over its own reference or an operator's match.
 */
export function inheritLeads(rows: readonly SaleRow[]): SaleRow[] {
  const subscriptionOf = ({ platform, subscription }: SaleRow) =>
    JSON.stringify([platform, subscription]);
  const charges = Map.groupBy(rows, subscriptionOf);
  return rows.map((row) => {
    if (row.subscription === null) return row;
    if (row.matched_by === 'reference' || row.matched_by === 'hand') return row;
    const [first] = (charges.get(subscriptionOf(row)) ?? [])
      .filter((charge) => charge.matched_by !== null && charge.begun_at < row.begun_at)
      .toSorted((a, b) => (a.begun_at < b.begun_at ? -1 : 1));
    if (!first) return row;
    const { matched_by, lead_source, lead_ref, lead_id, candidates } = first;
    return { ...row, matched_by, lead_source, lead_ref, lead_id, candidates };
  });
}
