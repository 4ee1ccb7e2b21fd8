import { MATCH_LABELS } from '@funil/contract/console/labels';
import { formatQuantity } from '@funil/contract/counts';
import type { ListChoices } from '@funil/contract/list-page';
import { formatCents } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/sales/platforms';
import { productLabel } from '@funil/contract/sales/product-label';
import type { SaleItem } from '@funil/contract/sales/sales';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Origin } from '../contacts/Origin.tsx';
import { formatTotals } from '../contacts/totals.ts';
import { describeTimeOrder, SortButton } from '../parts/list/SortButton.tsx';
import { LIST_HEAD_CLASSES } from '../parts/list/VirtualList.tsx';
import { buyerName } from '../parts/person-names.ts';
import { methodLabel, SaleStateMark, sourceLabel } from '../parts/sale-labels.tsx';
import { readSalesSearch, type SALE_LISTS, type SalesSearch } from '../parts/sales-search.ts';
import { Time } from '../parts/time/Time.tsx';

interface SalesHeadProps {
  /** Undefined while the sales are counted. */
  filterChoices: ListChoices | undefined;
  sort: SalesSearch['sort'];
  onSort: (sort: SalesSearch['sort']) => void;
}

/** Three lines on a phone (five with large text), two in a wide window, one in a wide list. */
const SALE_ROW_CLASSES =
  "row-link grid [grid-template:'who_value'_auto_'from_time'_auto_'match_state'_auto_/_minmax(0,1fr)_auto] content-center gap-x-3 h-full px-pad border-b leading-[1.4] no-underline focus-visible:rounded-sm " +
  "max-xs:[grid-template:'who_who'_auto_'from_from'_auto_'match_match'_auto_'value_time'_auto_'state_state'_auto_/_minmax(0,1fr)_auto] max-xs:leading-tight " +
  "md:[grid-template:'who_state_value'_auto_'from_match_time'_auto_/_minmax(0,1.2fr)_minmax(0,1fr)_minmax(6.5rem,auto)] md:gap-x-4 md:pointer-fine:leading-[1.3] @[40rem]/list:items-center " +
  "@[60rem]/list:[grid-template:'who_from_match_state_value_time'_auto_/_minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,1.6fr)_7rem_6.5rem_5.5rem]";
const WHO_CLASSES = '[grid-area:who] font-semibold';
const FROM_CLASSES = '[grid-area:from] text-small text-muted @[60rem]/list:text-inherit';
const MATCH_CLASSES = '[grid-area:match] text-small';
const STATE_CLASSES = '[grid-area:state] text-small text-right max-xs:text-left md:text-left';
const VALUE_CLASSES =
  '[grid-area:value] font-semibold max-xs:text-left max-xs:text-small tabular-nums text-right whitespace-nowrap';
const TIME_CLASSES = '[grid-area:time] text-small text-muted text-right whitespace-nowrap';

export const SalesHead = ({ filterChoices, sort, onSort }: SalesHeadProps) => (
  <div
    className={`${SALE_ROW_CLASSES} ${LIST_HEAD_CLASSES} max-xs:[grid-template:'value_time'_auto_/_1fr_auto]! @max-[60rem]/list:[grid-template:'who_value_time'_auto_/_minmax(0,1fr)_auto_auto] @max-[60rem]/list:items-center @max-[60rem]/list:gap-x-4`}
  >
    <span className={`${WHO_CLASSES} max-xs:sr-only text-fg`} role="status">
      {filterChoices?.count != null && formatQuantity(filterChoices.count, 'venda', 'vendas')}
    </span>
    <span className={`${FROM_CLASSES} @max-[60rem]/list:hidden!`}>Plataforma e produto</span>
    <span className={`${MATCH_CLASSES} @max-[60rem]/list:hidden!`}>Origem e lead</span>
    <span className={`${STATE_CLASSES} @max-[60rem]/list:hidden!`}>Estado</span>
    <SortButton
      className={VALUE_CLASSES}
      label="Valor"
      order="do maior ao menor"
      isActive={sort === 'value'}
      onClick={() => onSort('value')}
    />
    <SortButton
      className={TIME_CLASSES}
      label="Data"
      isActive={sort !== 'value'}
      order={describeTimeOrder(sort === 'oldest')}
      isReversed={sort === 'oldest'}
      onClick={() => onSort(sort === undefined ? 'oldest' : undefined)}
    />
  </div>
);

interface SaleRowProps {
  path: (typeof SALE_LISTS)[number];
  sale: SaleItem;
  isOpen: boolean;
}

export const SaleRow = memo(function SaleRow({ path, sale, isOpen }: SaleRowProps) {
  const { platform, key, product, method, state, value_cents, source } = sale;
  const sourceParts = [
    platformLabel(platform),
    sourceLabel(source),
    methodLabel(method),
    product && productLabel(product),
  ];
  const sourceText = sourceParts.filter(Boolean).join(' · ');
  const { purchases, spent_cents } = sale.totals;
  // The row's columns already show the totals of a single purchase.
  const hasOtherPurchases = (purchases ?? 0) > 1 || (spent_cents ?? 0) > (value_cents ?? 0);
  const totals = path !== '/vendas' && hasOtherPurchases ? formatTotals(sale.totals) : null;
  return (
    <Link
      to={`${path}/$platform/$key`}
      params={{ platform, key }}
      search={readSalesSearch}
      preload={false}
      className={`${SALE_ROW_CLASSES} pressable data-open:bg-chosen`}
      data-open={isOpen || undefined}
      aria-current={isOpen || undefined}
    >
      <span className={`${WHO_CLASSES} truncate max-xs:line-clamp-2 max-xs:whitespace-normal`}>
        {buyerName(sale)}
      </span>
      <span className={`${FROM_CLASSES} truncate`}>
        {totals !== null && <strong className="font-semibold">{totals} · </strong>}
        {sourceText}
      </span>
      <span className={`${MATCH_CLASSES} truncate`}>
        <MatchSummary sale={sale} />
      </span>
      <span className={STATE_CLASSES}>
        <SaleStateMark state={state} />
      </span>
      <span className={VALUE_CLASSES}>{value_cents === null ? '–' : formatCents(value_cents)}</span>
      <span className={TIME_CLASSES}>
        <Time at={sale.paid_at ?? sale.begun_at} />
      </span>
    </Link>
  );
});

function MatchSummary({ sale: { matched_by, candidates, origin } }: { sale: SaleItem }) {
  if (matched_by !== null) {
    return (
      <>
        {origin && <Origin origin={origin} />}
        <span className="text-muted">
          {origin && ' · '}
          {MATCH_LABELS[matched_by]}
        </span>
      </>
    );
  }
  return (
    <span className="text-warn font-semibold">
      sem lead{candidates > 0 && ` · ${formatQuantity(candidates, 'sugestão', 'sugestões')}`}
    </span>
  );
}
