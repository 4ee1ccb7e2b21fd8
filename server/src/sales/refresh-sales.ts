import { canonicalPhone } from '@funil/contract/person';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { findCandidates, findOtherCharges, inheritLeads, readHandMatches } from './find-matches.ts';
import { type Match, matchSale, type Suggestion, saleKeys } from './match-sale.ts';
import type { NoticeAdapters } from './notice.ts';
import { type Readings, readStored, type SaleName } from './notices.ts';
import { reduceSale, type Sale } from './reduce-sale.ts';
import { keepMoments, type ReceivedAt, receivedAt } from './sale-moments.ts';
import { uuidOf } from './sent-at.ts';

export interface RefreshParts {
  readonly adapters: NoticeAdapters;
  /** Notices read just now. */
  readonly readings: Readings;
  readonly attributionDays: number;
  /** When that is: ISO time in UTC. */
  readonly now: string;
}

interface KnownSale extends SaleName {
  readonly sale: Sale | null;
  readonly received: ReceivedAt;
}

/** Makes sales anew from all their notices, and finds their leads anew. */
export async function refreshSales(
  database: Kysely<Tables>,
  names: readonly SaleName[],
  parts: RefreshParts,
): Promise<void> {
  if (names.length === 0) return;
  const named = await reduceAll(database, names, parts);
  const others = await findOtherCharges(database, named);
  const known = [...named, ...(await reduceAll(database, others, parts))];
  const sales = known.flatMap(({ platform, sale, received }) =>
    sale ? [{ platform, sale, received }] : [],
  );
  const candidates = await findCandidates(
    database,
    sales.map(({ sale }) => sale),
    parts.attributionDays,
  );
  await deleteParts(database, known);
  const none = known.filter(({ sale }) => sale === null);
  for (const { platform, saleKey } of none) {
    await database
      .deleteFrom('sales')
      .where('platform', '=', platform)
      .where('sale_key', '=', saleKey)
      .execute();
  }
  const decided = await readHandMatches(database, known);
  const rows = sales.map(({ platform, sale }) => ({
    ...toRow({
      platform,
      sale,
      match: matchSale(sale, candidates, parts.attributionDays),
      now: parts.now,
    }),
    ...decided.of({ platform, saleKey: sale.saleKey }),
  }));
  if (rows.length > 0) await storeSales(database, inheritLeads(rows));
  await keepMoments(database, sales);
  const refunds = sales.flatMap(({ platform, sale }) => refundsOf(platform, sale));
  if (refunds.length > 0) await database.insertInto('sale_refunds').values(refunds).execute();
  const keys = sales.flatMap(({ platform, sale }) => keysOf(platform, sale));
  if (keys.length > 0) await database.insertInto('sale_keys').values(keys).execute();
}

const byPlatform = (names: readonly SaleName[]) =>
  Map.groupBy(
    new Map(names.map((name) => [JSON.stringify([name.platform, name.saleKey]), name])).values(),
    ({ platform }) => platform,
  );

async function reduceAll(
  database: Kysely<Tables>,
  names: readonly SaleName[],
  { adapters, readings, now }: RefreshParts,
): Promise<KnownSale[]> {
  const known: KnownSale[] = [];
  for (const [platform, group] of byPlatform(names)) {
    const keys = group.map(({ saleKey }) => saleKey);
    const stored = await database
      .selectFrom('notices')
      .select(['id', 'platform', 'sale_key', 'headers', 'body', 'received_at'])
      .where('platform', '=', platform)
      .where('sale_key', 'in', keys)
      .execute();
    const bySale = Map.groupBy(stored, ({ sale_key }) => sale_key);
    for (const saleKey of keys) {
      const told = (bySale.get(saleKey) ?? []).flatMap((one) => {
        const reading = readings.get(one.id) ?? readStored(adapters, one);
        return reading.ok ? [{ notice: reading.notice, receivedAt: one.received_at }] : [];
      });
      const sale = reduceSale(
        told.map(({ notice }) => notice),
        now,
      );
      known.push({ platform, saleKey, sale, received: receivedAt(told) });
    }
  }
  return known;
}

/** Deletes the rows that are written anew beside each sale. */
async function deleteParts(database: Kysely<Tables>, names: readonly SaleName[]) {
  for (const [platform, group] of byPlatform(names)) {
    const keys = group.map(({ saleKey }) => saleKey);
    for (const table of ['sale_keys', 'sale_refunds'] as const) {
      await database
        .deleteFrom(table)
        .where('platform', '=', platform)
        .where('sale_key', 'in', keys)
        .execute();
    }
  }
}

const refundsOf = (platform: string, { saleKey, partialRefunds }: Sale) =>
  partialRefunds.map((refund) => ({ platform, sale_key: saleKey, ...refund }));

function keysOf(platform: string, sale: Sale) {
  const { references, emailKeys } = saleKeys(sale);
  // A filler number matches no lead, but is what its buyer is found by who asks to be forgotten.
  const phones = new Set(sale.contacts.phones.flatMap((phone) => canonicalPhone(phone) ?? []));
  const name = { platform, sale_key: sale.saleKey };
  return [
    ...references.map((key) => ({ kind: 'reference' as const, key, ...name })),
    ...[...phones].map((key) => ({ kind: 'phone' as const, key, ...name })),
    ...emailKeys.map((key) => ({ kind: 'email' as const, key, ...name })),
  ];
}

interface Found {
  readonly platform: string;
  readonly sale: Sale;
  readonly match: Match | Suggestion | null;
  readonly now: string;
}

function toRow({ platform, sale, match, now }: Found): SaleRow {
  return {
    platform,
    sale_key: sale.saleKey,
    transaction: sale.transaction,
    state: sale.state,
    value_cents: sale.valueCents,
    currency: sale.currency,
    method: sale.method,
    product_id: sale.product.id,
    product_name: sale.product.name,
    buyer_name: sale.buyer.name,
    buyer_email: sale.buyer.email,
    buyer_phone: sale.buyer.phone,
    begun_at: sale.begunAt,
    pending_at: sale.pendingAt,
    paid_at: sale.paidAt,
    refunded_at: sale.refundedAt,
    chargeback_at: sale.chargebackAt,
    canceled_at: sale.canceledAt,
    abandoned_at: sale.abandonedAt,
    is_test: sale.isTest ? 1 : 0,
    matched_by: match?.matchedBy ?? null,
    lead_source: match?.candidate?.source ?? null,
    lead_ref: match?.candidate ? uuidOf(match.candidate.ref) : null,
    lead_id: match?.candidate?.leadId ?? null,
    candidates: match?.candidates ?? 0,
    refunded_cents: sale.refundedCents,
    expires_at: sale.expiresAt,
    subscription: sale.subscription,
    charge_number: sale.chargeNumber,
    updated_at: now,
  };
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
