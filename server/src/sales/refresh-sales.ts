import { canonicalPhone } from '@funil/contract/person';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import {
  findCandidates,
  findOtherCharges,
  inheritLeads,
  readHandMatches,
  saleIdText,
} from './find-matches.ts';
import { matchKeysOf, matchSale } from './match-sale.ts';
import type { NoticeAdapters } from './notice.ts';
import { type Readings, readStored, type SaleId } from './notices.ts';
import { type ReducedSale, reduceSale } from './reduce-sale.ts';
import { type ReceivedAt, receivedAt, storeMilestones } from './sale-milestones.ts';

export interface RefreshParts {
  readonly adapters: NoticeAdapters;
  /** Notices read just now. */
  readonly readings: Readings;
  readonly attributionDays: number;
  /** When that is: ISO time in UTC. */
  readonly now: string;
}

interface KnownSale extends SaleId {
  readonly sale: ReducedSale | null;
  readonly received: ReceivedAt;
}

/** Makes sales anew from all their notices, and finds their leads anew. */
export async function refreshSales(
  database: Kysely<Tables>,
  names: readonly SaleId[],
  parts: RefreshParts,
): Promise<void> {
  if (names.length === 0) return;
  const named = await reduceAll(database, names, parts);
  const known = [
    ...named,
    ...(await reduceAll(database, await findOtherCharges(database, named), parts)),
  ];
  const sales = known.flatMap(({ platform, sale, received }) =>
    sale ? [{ platform, sale, received }] : [],
  );
  const reduced = sales.map(({ sale }) => sale);
  const candidates = await findCandidates(database, reduced, parts.attributionDays);
  const decided = await readHandMatches(database, known);
  const rows = sales.map(({ platform, sale }) => ({
    platform,
    ...sale.row,
    ...matchSale(sale, candidates, parts.attributionDays),
    ...decided.get(saleIdText({ platform, sale_key: sale.row.sale_key })),
    updated_at: parts.now,
  }));
  for (const table of ['sale_keys', 'sale_refunds'] as const)
    await deleteFrom(database, table, known);
  await deleteFrom(
    database,
    'sales',
    known.filter(({ sale }) => sale === null),
  );
  if (rows.length > 0) await storeSales(database, inheritLeads(rows));
  await storeMilestones(database, sales);
  const refunds = sales.flatMap(({ platform, sale }) =>
    sale.partialRefunds.map((refund) => ({ platform, sale_key: sale.row.sale_key, ...refund })),
  );
  if (refunds.length > 0) await database.insertInto('sale_refunds').values(refunds).execute();
  const keys = sales.flatMap(({ platform, sale }) => keysOf(platform, sale));
  if (keys.length > 0) await database.insertInto('sale_keys').values(keys).execute();
}

const byPlatform = (names: readonly SaleId[]) =>
  Map.groupBy(
    new Map(names.map((name) => [saleIdText(name), name])).values(),
    ({ platform }) => platform,
  );

async function reduceAll(
  database: Kysely<Tables>,
  names: readonly SaleId[],
  { adapters, readings, now }: RefreshParts,
): Promise<KnownSale[]> {
  const known: KnownSale[] = [];
  for (const [platform, group] of byPlatform(names)) {
    const keys = group.map(({ sale_key }) => sale_key);
    const stored = await database
      .selectFrom('notices')
      .select(['id', 'platform', 'sale_key', 'headers', 'body', 'received_at'])
      .where('platform', '=', platform)
      .where('sale_key', 'in', keys)
      .execute();
    const bySale = Map.groupBy(stored, ({ sale_key }) => sale_key);
    for (const sale_key of keys) {
      const told = (bySale.get(sale_key) ?? []).flatMap((one) => {
        const reading = readings.get(one.id) ?? readStored(adapters, one);
        return reading.ok ? [{ notice: reading.notice, receivedAt: one.received_at }] : [];
      });
      const sale = reduceSale(
        told.map(({ notice }) => notice),
        now,
      );
      known.push({ platform, sale_key, sale, received: receivedAt(told) });
    }
  }
  return known;
}

async function deleteFrom(
  database: Kysely<Tables>,
  table: 'sales' | 'sale_keys' | 'sale_refunds',
  names: readonly SaleId[],
) {
  for (const [platform, group] of byPlatform(names)) {
    await database
      .deleteFrom(table)
      .where('platform', '=', platform)
      .where(
        'sale_key',
        'in',
        group.map(({ sale_key }) => sale_key),
      )
      .execute();
  }
}

function keysOf(platform: string, sale: ReducedSale) {
  const { references, emailKeys } = matchKeysOf(sale);
  // A filler number matches no lead, but is what its buyer is found by who asks to be forgotten.
  const phones = new Set(sale.contacts.phones.flatMap((phone) => canonicalPhone(phone) ?? []));
  const name = { platform, sale_key: sale.row.sale_key };
  return [
    ...references.map((key) => ({ kind: 'reference' as const, key, ...name })),
    ...[...phones].map((key) => ({ kind: 'phone' as const, key, ...name })),
    ...emailKeys.map((key) => ({ kind: 'email' as const, key, ...name })),
  ];
}

/** Writes rows over those that were there; what is as it was stays untouched, its `updated_at` too. */
async function storeSales(database: Kysely<Tables>, rows: readonly SaleRow[]) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof SaleRow)[];
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const rest = columns.filter((column) => column !== 'platform' && column !== 'sale_key');
  const changes = rest.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const differences = rest
    .filter((column) => column !== 'updated_at')
    .map((column) => sql`kept.${sql.ref(column)} is distinct from excluded.${sql.ref(column)}`);
  await sql`insert into ${sql.table('sales')} as kept
      (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
    on conflict (platform, sale_key) do update set ${sql.join(changes)}
    where ${sql.join(differences, sql` or `)}`.execute(database);
}
