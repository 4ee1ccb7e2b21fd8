import {
  ORIGIN_LEVEL_LABELS,
  ORIGIN_LEVELS,
  type OriginLevel,
} from '@funil/contract/ads/origin-levels';
import { formatCount, formatQuantity } from '@funil/contract/counts';
import type { DayRange } from '@funil/contract/list-page';
import { formatCents } from '@funil/contract/money';
import { groupOrigins } from '@funil/contract/report/origins';
import type { ReportPeriod } from '@funil/contract/report/report';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRole } from '../console-context.ts';
import { Button } from '../parts/Button.tsx';
import { Segments } from '../parts/Segments.tsx';
import { keysOf } from '../parts/search-params.ts';
import { ViewButton } from '../parts/ViewButton.tsx';
import { arrangeOrigins } from './arrange-origins.ts';
import {
  COLUMN_NAMES,
  ColumnTitle,
  ORIGIN_NAME_CLASSES,
  OriginRow,
  originKeyOf,
} from './OriginRow.tsx';
import { linksByColumn, originSearchOf } from './origin-links.ts';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
  days: DayRange;
}

const LEVEL_NAMES = keysOf(ORIGIN_LEVELS);

/** Reads the table's level and order from the URL, and changes them there. */
function useTableSearch() {
  const { level = 'campaign', sort } = useSearch({ from: '/relatorio' });
  const navigate = useNavigate();
  return {
    level,
    column: COLUMN_NAMES.find((name) => name === sort?.replace('-', '')) ?? 'profit',
    // `sort` begins with a minus for the ascending order.
    isAscending: sort?.startsWith('-') ?? false,
    isByLoss: level === 'creative' && sort === undefined,
    updateSearch: (changes: { level?: OriginLevel; sort?: string }) =>
      void navigate({
        to: '.',
        search: (search) => ({ ...search, ...changes }),
        replace: true,
        resetScroll: false,
      }),
  };
}

/** Numbers link to the leads, sales and spend that they count. */
export function Origins({ period, before, days }: Props) {
  const { level, column, isAscending, isByLoss, updateSearch } = useTableSearch();
  const [showsAll, setShowsAll] = useState(false);
  const role = useRole();
  if (period.origins.length === 0) return null;
  const links = linksByColumn(role, period);
  const rows = groupOrigins(period.origins, level);
  const visibleRows = arrangeOrigins(rows, isByLoss ? 'loss' : { column, isAscending }, showsAll);
  const earlierByKey = new Map(
    groupOrigins(before?.origins ?? [], level).map((row) => [originKeyOf(row), row]),
  );
  return (
    <section className="frame pb-1 print:border-0" aria-labelledby="origins-title">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 print:p-0">
        <h2 id="origins-title">De onde vêm as vendas</h2>
        <Segments
          legend="Agrupar por"
          options={LEVEL_NAMES.map((name) => [name, ORIGIN_LEVEL_LABELS[name]])}
          value={level}
          onChange={(newLevel) => updateSearch({ level: newLevel })}
        />
      </header>
      <section
        className="overflow-x-auto print:overflow-visible"
        aria-label="Números por anúncio"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
      >
        <table className="max-md:block md:w-max md:min-w-full print:table! print:w-full!">
          <thead className="max-md:block">
            <tr className="max-md:flex max-md:gap-4 max-md:overflow-x-auto max-md:px-4 md:[&>th]:align-bottom">
              <th scope="col" className={`${ORIGIN_NAME_CLASSES} max-md:hidden`}>
                {ORIGIN_LEVEL_LABELS[level]}
              </th>
              {COLUMN_NAMES.map((name) => (
                <ColumnTitle
                  key={name}
                  name={name}
                  order={
                    isByLoss || name !== column ? null : isAscending ? 'ascending' : 'descending'
                  }
                  onSort={(sort) => updateSearch({ sort })}
                />
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {visibleRows.map((row) => (
              <OriginRow
                key={originKeyOf(row)}
                row={row}
                level={level}
                column={column}
                links={links}
                before={earlierByKey.get(originKeyOf(row))}
                search={originSearchOf(row, level, days)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > visibleRows.length && (
        <Button kind="quiet" onClick={() => setShowsAll(true)}>
          Mostrar as {formatCount(rows.length)} linhas
        </Button>
      )}
      <MoneyNotes money={period.money} />
      <WithoutOrigin period={period} />
    </section>
  );
}

/** Costs and fees that the rows' profit leaves out or estimates. */
const MoneyNotes = ({ money }: Pick<ReportPeriod, 'money'>) => (
  <>
    {money.cost_cents === 0 && (
      <div className="stack border-t px-4 py-3 print:hidden">
        <p className="text-muted">
          Sem o gasto destes dias, o lucro não desconta os anúncios, e não se sabe qual parar.
        </p>
        <div className="buttons">
          <ViewButton to="/anuncios">Trazer o gasto</ViewButton>
        </div>
      </div>
    )}
    {money.profit_is_estimate && (
      <p className="border-t px-4 py-3 text-small text-muted">
        ≈ quer dizer estimado: há cobranças cujas taxas, ou devoluções cujo valor, a plataforma não
        informou.
      </p>
    )}
  </>
);

function WithoutOrigin({ period }: { period: ReportPeriod }) {
  const { sales_without_origin: sales, money_without_origin: money } = period;
  const cost = period.cost_without_origin_cents;
  if (sales === 0 && cost === 0) return null;
  const salesText = `${formatQuantity(sales, 'venda', 'vendas')}, ${formatCents(money.paid_cents)}`;
  return (
    <p className="border-t px-4 py-3 text-muted">
      Sem origem conhecida: {salesText}; custo de anúncios sem origem: {formatCents(cost)}.
    </p>
  );
}
