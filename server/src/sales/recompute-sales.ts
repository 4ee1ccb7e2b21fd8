import { canonicalPhone } from '@funil/contract/contacts/person';
import { type Kysely, sql } from 'kysely';
import { updateMoneyStates } from '../contacts/money-states.ts';
import type { Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { readAccountRoles } from './account-roles.ts';
import {
  findCandidates,
  findOtherCharges,
  inheritLeads,
  readManualMatches,
  readRefundAmounts,
  readTestMarks,
} from './find-matches.ts';
import { matchKeysOf, matchSale } from './match-sale.ts';
import type { NoticeAdapters } from './notice.ts';
import {
  ERASED_HEADERS,
  isOfSales,
  type ParsedNotices,
  readStored,
  type SaleId,
  saleIdText,
  selectStored,
} from './notices.ts';
import { adoptShortReferences } from './platforms/kiwify/short-references.ts';
import { type ReducedSale, reduceSale, type SourcedNotice } from './reduce-sale.ts';
import { contactOf } from './sale-items.ts';
import { type FirstReceivedAt, firstReceivedAt, storeMilestones } from './sale-milestones.ts';

export interface RecomputeOptions {
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
  /** ISO time in UTC. */
  readonly now: string;
  /** Notices that are already parsed; others are parsed again. */
  readonly parsedNotices?: ParsedNotices;
  /** Sales whose notices are already read, by {@link saleIdText}; those of other sales are read. */
  readonly storedSales?: ReadonlyMap<string, StoredSale>;
}

/** A sale's notice, and when it was stored: ISO time in UTC. */
export interface KnownNotice {
  readonly notice: SourcedNotice;
  readonly receivedAt: string;
}

/** All stored notices and reports of a sale. */
export interface StoredSale {
  readonly notices: readonly KnownNotice[];
  /** Whether the buyer was erased, and stays so. */
  readonly isErased: boolean;
}

/** A sale computed anew; `sale` is null if it has no notice any more. */
interface RecomputedSale extends SaleId {
  readonly sale: ReducedSale | null;
  readonly received: FirstReceivedAt;
}

/** Computes sales from all their notices and matches them to leads, together with their subscriptions' other charges. */
export async function recomputeSales(
  database: Kysely<Tables>,
  ids: readonly SaleId[],
  options: RecomputeOptions,
): Promise<void> {
  if (ids.length === 0) return;
  const named = await reduceAll(database, ids, options);
  const moved = await adoptShortReferences(database, named);
  if (moved.length > 0) {
    return recomputeSales(database, [...ids, ...moved], { ...options, storedSales: new Map() });
  }
  const charges = await reduceAll(database, await findOtherCharges(database, named), options);
  const all = [...named, ...charges];
  const testMarks = await readTestMarks(database, all);
  const sales = all.flatMap(({ sale, ...rest }) => {
    if (sale === null) return [];
    const is_test = sale.row.is_test || testMarks.has(saleIdText(rest));
    return [{ ...rest, sale: { ...sale, row: { ...sale.row, is_test } } }];
  });
  const reduced = sales.map(({ sale }) => sale);
  const candidates = await findCandidates(database, reduced, options.attributionDays);
  const manualMatches = await readManualMatches(database, all);
  const rows = sales.map(({ platform, sale_key, sale }) => ({
    ...sale.row,
    platform,
    sale_key,
    ...matchSale(sale, candidates, options.attributionDays),
    ...manualMatches.get(saleIdText({ platform, sale_key })),
    updated_at: options.now,
  }));
  const gone = all.filter(({ sale }) => sale === null);
  const before = await readMoneyRows(database, all);
  // A sale without a row has neither.
  const stored = all.filter((sale) => before.has(saleIdText(sale)));
  await database.deleteFrom('sale_keys').where(isOfSales(stored)).execute();
  await database.deleteFrom('sale_refunds').where(isOfSales(stored)).execute();
  await database.deleteFrom('sales').where(isOfSales(gone)).execute();
  if (rows.length > 0) await storeSales(database, inheritLeads(rows));
  await storeMilestones(database, sales);
  const refunds = sales.flatMap(({ platform, sale_key, sale }) =>
    sale.partialRefunds.map((refund) => ({ platform, sale_key, ...refund })),
  );
  if (refunds.length > 0) await database.insertInto('sale_refunds').values(refunds).execute();
  const keys = sales.flatMap(({ platform, sale_key, sale }) =>
    contactKeysOf(sale).map((key) => ({ platform, sale_key, ...key })),
  );
  if (keys.length > 0) await database.insertInto('sale_keys').values(keys).execute();
  await updateContacts(database, before, await readMoneyRows(database, all));
}

type MoneyRow = Pick<
  SaleRow,
  'platform' | 'sale_key' | 'state' | 'is_test' | 'lead_source' | 'lead_ref' | 'lead_id'
>;

async function readMoneyRows(
  database: Kysely<Tables>,
  ids: readonly SaleId[],
): Promise<ReadonlyMap<string, MoneyRow>> {
  const rows = await database
    .selectFrom('sales')
    .select(['platform', 'sale_key', 'state', 'is_test', 'lead_source', 'lead_ref', 'lead_id'])
    .where(isOfSales(ids))
    .execute();
  return new Map(rows.map((row) => [saleIdText(row), row]));
}

/** Updates the money states of the contacts whose sales have changed. */
async function updateContacts(
  database: Kysely<Tables>,
  before: ReadonlyMap<string, MoneyRow>,
  after: ReadonlyMap<string, MoneyRow>,
): Promise<void> {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id)),
  );
  const refs = changed.flatMap((id) =>
    [before.get(id), after.get(id)].flatMap((row) => (row && contactOf(row)) || []),
  );
  if (refs.length === 0) return;
  // A contact that is being listed now reads its sales before this transaction ends.
  await waitForLock(database, 'contacts');
  await updateMoneyStates(database, refs);
}

async function reduceAll(
  database: Kysely<Tables>,
  ids: readonly SaleId[],
  options: RecomputeOptions,
): Promise<RecomputedSale[]> {
  if (ids.length === 0) return [];
  const { storedSales: known = new Map<string, StoredSale>(), now } = options;
  const unread = ids.filter((id) => !known.has(saleIdText(id)));
  const stored = await readStoredSales(database, unread, options);
  const roles = await readAccountRoles(database);
  const refundAmounts = await readRefundAmounts(database, ids);
  const distinct = new Map(ids.map((id) => [saleIdText(id), id]));
  return [...distinct].map(([text, { platform, sale_key }]) => {
    const { notices = [] } = known.get(text) ?? stored.get(text) ?? {};
    const decisions = { account: roles.get(platform), refundCents: refundAmounts.get(text) };
    const sale = reduceSale(
      notices.map(({ notice }) => notice),
      now,
      decisions,
    );
    return { platform, sale_key, sale, received: firstReceivedAt(notices) };
  });
}

/** Returns the stored notices and reports of sales, by {@link saleIdText}. */
export async function readStoredSales(
  database: Kysely<Tables>,
  ids: readonly SaleId[],
  { adapters, parsedNotices }: Pick<RecomputeOptions, 'adapters' | 'parsedNotices'>,
): Promise<Map<string, StoredSale>> {
  const stored = await selectStored(database).where(isOfSales(ids)).orderBy('id').execute();
  const bySale = Map.groupBy(stored, ({ platform, sale_key }) =>
    saleIdText({ platform, sale_key: sale_key ?? '' }),
  );
  return new Map(
    [...bySale].map(([text, rows]) => {
      const notices = rows.flatMap((row): KnownNotice[] => {
        const reading = parsedNotices?.get(row.id) ?? readStored(adapters, row);
        const { source, received_at: receivedAt } = row;
        return reading.ok ? [{ notice: { ...reading.notice, source }, receivedAt }] : [];
      });
      return [text, { notices, isErased: rows.some(({ headers }) => headers === ERASED_HEADERS) }];
    }),
  );
}

/** Returns the keys by which leads and erasures find a sale. */
export function contactKeysOf(sale: ReducedSale) {
  const { references, emailKeys } = matchKeysOf(sale);
  // Invalid numbers match no lead, but an erasure finds their buyer by them.
  const phones = new Set(sale.contacts.phones.flatMap((phone) => canonicalPhone(phone) ?? []));
  return [
    ...references.map((key) => ({ kind: 'reference' as const, key })),
    ...[...phones].map((key) => ({ kind: 'phone' as const, key })),
    ...emailKeys.map((key) => ({ kind: 'email' as const, key })),
  ];
}

/** Inserts or updates rows. Unchanged rows keep their `updated_at`. */
async function storeSales(database: Kysely<Tables>, rows: readonly SaleRow[]) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof SaleRow)[];
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const rest = columns.filter((column) => column !== 'platform' && column !== 'sale_key');
  const changes = rest.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const differences = rest
    .filter((column) => column !== 'updated_at')
    .map((column) => sql`stored.${sql.ref(column)} is distinct from excluded.${sql.ref(column)}`);
  await sql`insert into ${sql.table('sales')} as stored
      (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
    on conflict (platform, sale_key) do update set ${sql.join(changes)}
    where ${sql.join(differences, sql` or `)}`.execute(database);
}
