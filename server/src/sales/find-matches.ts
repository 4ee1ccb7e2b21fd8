import { DAY_MS } from '@funil/contract/durations';
import { type Kysely, sql } from 'kysely';
import { parseSubject } from '../contacts/contact-ref.ts';
import { readContactRows } from '../contacts/contact-rows.ts';
import type { Tables } from '../store/database.ts';
import type { MatchColumns, SaleRow } from '../store/sales-tables.ts';
import { type Candidate, type MatchKeys, matchKeysOf } from './match-sale.ts';
import { isOfSales, type SaleId, saleIdText } from './notices.ts';
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
    references: distinct(keys.flatMap(({ references }) => references)),
    phoneKeys: distinct(keys.flatMap(({ phoneKeys }) => phoneKeys)),
    emailKeys: distinct(keys.flatMap(({ emailKeys }) => emailKeys)),
    since: new Date(Math.min(...begun) - attributionDays * DAY_MS).toISOString(),
    until: new Date(Math.max(...begun) + MAX_STORED_AFTER_SALE_MS).toISOString(),
  };
  const leads = await findIn(database, 'lead', search);
  return [...leads, ...(await findIn(database, 'application', search))];
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

interface CandidateSearch extends MatchKeys {
  /** Bounds of the time of storage. */
  readonly since: string;
  readonly until: string;
}

/** Where the visitor's key and the row's own id are. */
const CANDIDATE_TABLES = {
  lead: { table: 'leads', key: 'idempotency_key', id: 'id' },
  application: { table: 'applications', key: 'id', id: 'save_id' },
} as const;

interface CandidateRow {
  readonly key: string | null;
  readonly row_id: string | number;
  readonly created_at: string;
  readonly phone_key: string | null;
  readonly email_key: string | null;
  readonly name: string;
}

async function findIn(
  database: Kysely<Tables>,
  source: Candidate['source'],
  { references, phoneKeys, emailKeys, since, until }: CandidateSearch,
): Promise<Candidate[]> {
  const { table, key, id } = CANDIDATE_TABLES[source];
  const recent = sql`and created_at >= ${since} and created_at <= ${until}
    order by created_at desc, ${sql.ref(id)} desc limit ${MAX_ROWS_PER_SEARCH}`;
  const found = new Map<string | number, CandidateRow>();
  for (const [column, values, rest] of [
    [key, references.flatMap((reference) => uuidOf(reference) ?? []), sql``],
    ['phone_key', phoneKeys, recent],
    ['email_key', emailKeys, recent],
  ] as const) {
    if (values.length === 0) continue;
    const { rows } = await sql<CandidateRow>`
      select ${sql.ref(key)} as key, ${sql.ref(id)} as row_id, created_at, phone_key, email_key, nome as name
      from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(values)}) ${rest}`.execute(
      database,
    );
    for (const row of rows) found.set(row.row_id, row);
  }
  return [...found.values()].map((row) => ({
    source,
    ref: row.key === null ? `lead:${row.row_id}` : referenceOf(row.key),
    leadId: source === 'lead' ? Number(row.row_id) : null,
    at: sentAt(row.key, row.created_at),
    phoneKey: row.phone_key,
    emailKey: row.email_key,
    name: row.name,
  }));
}

/** Returns the operators' matches by `saleIdText`. */
export async function readManualMatches(
  database: Kysely<Tables>,
  sales: readonly SaleId[],
): Promise<ReadonlyMap<string, Omit<MatchColumns, 'candidates'>>> {
  const matches = await database
    .selectFrom('sale_matches')
    .select(['platform', 'sale_key', 'subject'])
    .where(isOfSales(sales))
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
  const marks = database.selectFrom('sale_test_marks').select(['platform', 'sale_key']);
  return new Set((await marks.where(isOfSales(sales)).execute()).map(saleIdText));
}

/** Returns the amounts of partial refunds that operators stated, in centavos, by `saleIdText`. */
export async function readRefundAmounts(
  database: Kysely<Tables>,
  sales: readonly SaleId[],
): Promise<ReadonlyMap<string, number>> {
  const amounts = database.selectFrom('sale_refund_amounts').selectAll();
  const rows = await amounts.where(isOfSales(sales)).execute();
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
