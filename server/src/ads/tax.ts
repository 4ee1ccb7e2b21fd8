import type { AdNetwork } from '@funil/contract/ads/ad-spend';
import { type RawBuilder, sql } from 'kysely';
import type { AdTaxRate } from '../config/spend.ts';

export const MILLIONTHS_PER_UNIT = 1_000_000;

interface TaxedSpend {
  readonly network: AdNetwork;
  readonly currency: string;
  readonly day: string;
  readonly spend_cents: number;
}

/** Returns the rate in millionths of the amount paid; 0: no tax. */
export const findRate = (tax: readonly AdTaxRate[], day: string): number =>
  tax.findLast(({ since }) => since <= day)?.millionths ?? 0;

/**
 * Returns the cost in hundredths: for Meta's spend in BRL, spend ÷ (1 − rate of the day), rounded
 * half up; other spend has no tax. The tax is never stored, so that it is never added twice.
 */
export function addTax(row: TaxedSpend, tax: readonly AdTaxRate[]): number {
  const rate = findRate(tax, row.day);
  if (rate === 0 || row.network !== 'meta' || row.currency !== 'BRL') return row.spend_cents;
  // BigInt, because the product may exceed 2⁵³.
  const untaxedMillionths = BigInt(MILLIONTHS_PER_UNIT - rate);
  return Number(
    (BigInt(row.spend_cents) * BigInt(MILLIONTHS_PER_UNIT) + untaxedMillionths / 2n) /
      untaxedMillionths,
  );
}

/** Returns {@link addTax} in SQL, by integer division. */
export function costOf(tax: readonly AdTaxRate[]): RawBuilder<number> {
  // A first rate of 0 equals the `else` branch. The first matching `when` counts, so the newest rate is first.
  const rates = tax.filter(({ millionths }, index) => millionths > 0 || index > 0).toReversed();
  if (rates.length === 0) return sql<number>`spend_cents`;
  const cases = rates.map(({ since, millionths }) => {
    const untaxedMillionths = MILLIONTHS_PER_UNIT - millionths;
    const cost = sql`(spend_cents * ${sql.lit(MILLIONTHS_PER_UNIT)} + ${sql.lit(Math.floor(untaxedMillionths / 2))}) / ${sql.lit(untaxedMillionths)}`;
    return sql`when day >= ${sql.lit(since)} then ${cost}`;
  });
  return sql<number>`case when network <> 'meta' or currency <> 'BRL' then spend_cents
    ${sql.join(cases, sql` `)} else spend_cents end`;
}
