import type { ReportOrigin } from '@funil/contract/console/report';
import { ORIGIN_COLUMNS, type ReportColumn } from '@funil/contract/console/report-columns';

/** `loss`: the highest loss first, then the highest profit, then origins without a cost. */
export type OriginOrder =
  | 'loss'
  | { readonly column: keyof typeof ORIGIN_COLUMNS; readonly isAscending: boolean };

const MAX_ORIGINS_SHOWN = 12;

/** Unknown numbers come last. Without `showsAll`, returns the first rows, by loss, only those with a cost, if any. */
export function arrangeOrigins(
  origins: readonly ReportOrigin[],
  order: OriginOrder,
  showsAll: boolean,
): ReportOrigin[] {
  if (order === 'loss') {
    const byProfit = origins.toSorted((a, b) => b.profit_cents - a.profit_cents);
    const [free = [], paid = []] = [false, true].map((hasCost) =>
      byProfit.filter(({ cost_cents }) => cost_cents > 0 === hasCost),
    );
    const rows = [
      ...paid.filter(({ profit_cents }) => profit_cents < 0).reverse(),
      ...paid.filter(({ profit_cents }) => profit_cents >= 0),
    ];
    if (showsAll) return [...rows, ...free];
    return (rows.length > 0 ? rows : free).slice(0, MAX_ORIGINS_SHOWN);
  }
  const { value }: ReportColumn<ReportOrigin> = ORIGIN_COLUMNS[order.column];
  const sorted = origins.toSorted((a, b) => compareNumbers(value(a), value(b), order.isAscending));
  return showsAll ? sorted : sorted.slice(0, MAX_ORIGINS_SHOWN);
}

/** Unknown numbers come last. */
function compareNumbers(a: number | null, b: number | null, isAscending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return isAscending ? a - b : b - a;
}
