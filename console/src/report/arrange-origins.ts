import type { ReportOrigin } from '@funil/contract/report/report';
import { ORIGIN_COLUMNS, type ReportColumn } from '@funil/contract/report/report-columns';

/** The order `loss` lists losses, the highest first, then profits, the highest first, then origins without a cost. */
export type OriginOrder =
  | 'loss'
  | { readonly column: keyof typeof ORIGIN_COLUMNS; readonly isAscending: boolean };

const MAX_ORIGINS_SHOWN = 12;

/**
 * Sorts the origins, with unknown numbers last. Without `showsAll`, returns only the first rows. In the order `loss`,
 * these rows leave out origins without a cost, unless all origins lack one.
 */
export function arrangeOrigins(
  origins: readonly ReportOrigin[],
  order: OriginOrder,
  showsAll: boolean,
): ReportOrigin[] {
  if (order === 'loss') {
    const byProfit = origins.toSorted((a, b) => b.profit_cents - a.profit_cents);
    const [withoutCost = [], withCost = []] = [false, true].map((hasCost) =>
      byProfit.filter(({ cost_cents }) => cost_cents > 0 === hasCost),
    );
    const rows = [
      ...withCost.filter(({ profit_cents }) => profit_cents < 0).reverse(),
      ...withCost.filter(({ profit_cents }) => profit_cents >= 0),
    ];
    if (showsAll) return [...rows, ...withoutCost];
    return (rows.length > 0 ? rows : withoutCost).slice(0, MAX_ORIGINS_SHOWN);
  }
  const { value }: ReportColumn<ReportOrigin> = ORIGIN_COLUMNS[order.column];
  const sorted = origins.toSorted((a, b) => compareNumbers(value(a), value(b), order.isAscending));
  return showsAll ? sorted : sorted.slice(0, MAX_ORIGINS_SHOWN);
}

function compareNumbers(a: number | null, b: number | null, isAscending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return isAscending ? a - b : b - a;
}
