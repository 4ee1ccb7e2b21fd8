import { DAY_MS } from '@funil/contract/durations';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { referenceOf, uuidOf } from '../store/uuid.ts';
import type { ComputedSale } from './known-sales.ts';
import { type Candidate, type MatchKeys, matchKeysOf, matchSale } from './match-sale.ts';
import type { SaleId } from './notices.ts';
import type { ReducedSale } from './reduce-sale.ts';
import { MAX_STORAGE_DELAY_MS, sentAt } from './sent-at.ts';

/** A row stored later after its sale was also sent after it. */
const MAX_STORED_AFTER_SALE_MS = MAX_STORAGE_DELAY_MS + DAY_MS;
/** The newest rows of a contact; a robot may send one phone number without end. */
const MAX_ROWS_PER_SEARCH = 5_000;

interface MatchOptions {
  readonly attributionDays: number;
  /** ISO time in UTC. */
  readonly now: string;
}

/** Returns the rows of sales, each with the lead or application that it came from. */
export async function findMatches(
  database: Kysely<Tables>,
  sales: readonly ComputedSale[],
  { attributionDays, now }: MatchOptions,
): Promise<SaleRow[]> {
  const reduced = sales.map(({ sale }) => sale);
  const candidates = await findCandidates(database, reduced, attributionDays);
  const rows = sales.map(({ platform, sale_key, sale, match }) => ({
    ...sale.row,
    platform,
    sale_key,
    ...matchSale(sale, candidates, attributionDays),
    ...match,
    updated_at: now,
  }));
  return inheritLeads(rows);
}

/** Returns the leads and applications that any of the sales may have come from. */
async function findCandidates(
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

/** Returns the stored charges of the subscriptions that the sales charge. */
export async function findCharges(
  database: Kysely<Tables>,
  sales: readonly ComputedSale[],
): Promise<SaleId[]> {
  const charges: SaleId[] = [];
  for (const [platform, some] of Map.groupBy(sales, (one) => one.platform)) {
    const subscriptions = distinct(some.flatMap(({ sale }) => sale.row.subscription ?? []));
    if (subscriptions.length === 0) continue;
    const rows = database
      .selectFrom('sales')
      .select(['platform', 'sale_key'])
      .where('platform', '=', platform)
      .where('subscription', 'in', subscriptions);
    charges.push(...(await rows.execute()));
  }
  return charges;
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
