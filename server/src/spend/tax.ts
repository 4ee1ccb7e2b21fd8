import type { AdNetwork } from '@funil/contract/ad-spend';
import { type RawBuilder, sql } from 'kysely';
import type { AdTaxRate } from '../config/spend.ts';

const WHOLE = 1_000_000;

interface TaxedSpend {
  readonly network: AdNetwork;
  readonly currency: string;
  /** `AAAA-MM-DD`. */
  readonly day: string;
  readonly spendCents: number;
}

/**
 * Returns what a row of spend cost with the tax: Meta's in reais is spend ÷ (1 − rate of its day), rounded half up to the
 * centavo; all other spend has no tax. Tax is never stored, so that it is never added twice.
 */
export function addTax(row: TaxedSpend, tax: readonly AdTaxRate[]): number {
  const rate = tax.findLast(({ since }) => since <= row.day)?.millionths ?? 0;
  if (rate === 0 || row.network !== 'meta' || row.currency !== 'BRL') return row.spendCents;
  // Exact: the product may exceed 2⁵³.
  const paid = BigInt(WHOLE - rate);
  return Number((BigInt(row.spendCents) * BigInt(WHOLE) + paid / 2n) / paid);
}

/** Returns {@link addTax} as an expression on rows of `ad_spend`: integer division on both databases. */
export function costOf(tax: readonly AdTaxRate[]): RawBuilder<number> {
  const rates = tax.filter(({ millionths }, index) => millionths > 0 || index > 0).toReversed();
  if (rates.length === 0) return sql<number>`spend_cents`;
  const cases = rates.map(({ since, millionths }) => {
    const paid = WHOLE - millionths;
    const cost = sql`(spend_cents * ${sql.lit(WHOLE)} + ${sql.lit(Math.floor(paid / 2))}) / ${sql.lit(paid)}`;
    return sql`when day >= ${sql.lit(since)} then ${cost}`;
  });
  return sql<number>`case when network <> 'meta' or currency <> 'BRL' then spend_cents
    ${sql.join(cases, sql` `)} else spend_cents end`;
}
