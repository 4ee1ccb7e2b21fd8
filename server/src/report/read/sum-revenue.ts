import type { VisitPurchase } from '../../visits/visit-totals.ts';
import type { RevenueRow } from '../model.ts';

const isLess = (a: VisitPurchase, b: VisitPurchase) =>
  a.value < b.value || (a.value === b.value && a.utm_source < b.utm_source);

/** What visits say they bought, by origin: a transaction counts once, whoever told it. */
export function sumRevenue(purchases: readonly VisitPurchase[]): RevenueRow[] {
  const once = new Map<string, VisitPurchase>();
  for (const purchase of purchases) {
    const known = once.get(purchase.transaction);
    if (!known || isLess(purchase, known)) once.set(purchase.transaction, purchase);
  }
  const rows = new Map<string, RevenueRow>();
  for (const purchase of once.values()) {
    const { utm_source: source, utm_medium: medium, utm_campaign: campaign, currency } = purchase;
    const key = JSON.stringify([source, medium, campaign, currency]);
    const { transactions, value } = rows.get(key) ?? { transactions: 0, value: 0 };
    const sum = { transactions: transactions + 1, value: value + purchase.value };
    rows.set(key, { source, medium, campaign, currency, ...sum });
  }
  return [...rows.values()].toSorted((a, b) => b.value - a.value);
}
