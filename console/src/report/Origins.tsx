import {
  ORIGIN_LEVEL_LABELS,
  ORIGIN_LEVELS,
  type OriginLevel,
} from '@funil/contract/ads/origin-levels';
import { utmLabel } from '@funil/contract/console/labels';
import { formatCount, formatQuantity } from '@funil/contract/counts';
import type { DayRange } from '@funil/contract/list-page';
import { formatCents } from '@funil/contract/money';
import { MANAGEMENT, type Role } from '@funil/contract/operators/roles';
import { groupOrigins } from '@funil/contract/report/origins';
import type { ReportOrigin, ReportPeriod } from '@funil/contract/report/report';
import {
  describeJudgement,
  formatColumn,
  ORIGIN_COLUMNS,
  type ReportColumn,
} from '@funil/contract/report/report-columns';
import { Link, linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useRole } from '../console-context.ts';
import { readListSearch } from '../contacts/states.tsx';
import { Button } from '../parts/Button.tsx';
import { Segments } from '../parts/Segments.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { readSalesSearch } from '../parts/sale-states.tsx';
import { keysOf } from '../parts/search-params.ts';
import { ViewButton } from '../parts/ViewButton.tsx';
import { readSpendSearch } from '../spend/queries.ts';
import { arrangeOrigins } from './arrange-origins.ts';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
  days: DayRange;
}

const ORIGIN_CELL_CLASSES =
  'px-2.5 py-2 align-top [overflow-wrap:normal] md:whitespace-nowrap last:pr-4 max-md:row-span-2 max-md:grid max-md:grid-rows-subgrid max-md:gap-y-0 max-md:border-0 max-md:p-0 max-md:text-left max-md:text-small print:px-1 print:text-[0.6875rem]';
const ORIGIN_NAME_CLASSES =
  'sticky left-0 z-1 max-w-56 wide:max-w-72 bg-raised py-2 pr-2.5 pl-4 align-top [overflow-wrap:anywhere] max-md:static max-md:max-w-none max-md:border-0 max-md:p-0 print:static print:w-68 print:pl-0';
/** Shown on phones, besides the column that orders the rows. */
const COLUMNS_ON_PHONES: readonly string[] = [
  'profit',
  'cost',
  'return',
  'buyers',
  'buyer_cost',
  'leads',
];
/** Hides columns for which paper has no room. */
const CLASSES_ON_PAPER: Partial<Record<keyof typeof ORIGIN_COLUMNS, string>> = {
  visits: 'print:hidden',
  lead_cost: 'print:hidden',
  applications: 'print:hidden',
  conversion: 'print:hidden',
};

type OriginSearch = Readonly<Record<string, string>>;

/** In a report by lead, the links from a column's numbers to the rows that they count. */
const LINKS_BY_LEAD = {
  cost: ({ from, until, content, medium, campaign }: OriginSearch) => {
    // Searches by the id in `name|id`, or by a name without an id.
    const value = content ?? medium ?? campaign ?? '';
    const q = /\|\s*(\d+)\s*$/.exec(value)?.[1] ?? value;
    if (q === '') return null;
    return linkOptions({ to: '/anuncios', search: readSpendSearch({ from, until, by: 'ad', q }) });
  },
  leads: (search: OriginSearch) =>
    linkOptions({ to: '/pessoas/leads', search: readListSearch(search) }),
  applications: (search: OriginSearch) =>
    linkOptions({ to: '/pessoas/aplicacoes', search: readListSearch(search) }),
};
const linkToSales = (search: OriginSearch) =>
  linkOptions({ to: '/vendas', search: readSalesSearch({ ...search, paid: '1' }) });
/** In a report by payment, the links also to sales; for a report by lead, no list shows its sales. */
const LINKS_BY_PAYMENT = { ...LINKS_BY_LEAD, buyers: linkToSales, paid: linkToSales };
type LinkMaker = (
  search: OriginSearch,
) => ReturnType<(typeof LINKS_BY_PAYMENT)[keyof typeof LINKS_BY_PAYMENT]>;

function linksByColumn(
  role: Role,
  { by_lead }: ReportPeriod,
): Partial<Record<keyof typeof ORIGIN_COLUMNS, LinkMaker>> {
  if (!MANAGEMENT.includes(role)) return { cost: LINKS_BY_LEAD.cost };
  return by_lead ? LINKS_BY_LEAD : LINKS_BY_PAYMENT;
}

const COLUMN_NAMES = keysOf(ORIGIN_COLUMNS);
const LEVEL_NAMES = keysOf(ORIGIN_LEVELS);

/** Numbers link to the leads, sales and spend that they count. */
export function Origins({ period, before, days }: Props) {
  const { level = 'campaign', sort: chosenSort } = useSearch({ from: '/relatorio' });
  const navigate = useNavigate();
  const [showsAll, setShowsAll] = useState(false);
  const role = useRole();
  if (period.origins.length === 0) return null;
  // `sort` begins with a minus for the ascending order.
  const isAscending = chosenSort?.startsWith('-') ?? false;
  const isByLoss = level === 'creative' && chosenSort === undefined;
  const column = COLUMN_NAMES.find((name) => name === chosenSort?.replace('-', '')) ?? 'profit';
  const links = linksByColumn(role, period);
  const rows = groupOrigins(period.origins, level);
  const visibleRows = arrangeOrigins(rows, isByLoss ? 'loss' : { column, isAscending }, showsAll);
  const earlierByKey = new Map(
    groupOrigins(before?.origins ?? [], level).map((row) => [originKeyOf(row), row]),
  );
  const updateSearch = (changes: { level?: OriginLevel; sort?: string }) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <section className="frame pb-1 print:border-0" aria-labelledby="origins-title">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 print:p-0">
        <h2 id="origins-title">De onde vêm as vendas</h2>
        <Segments
          legend="Agrupar por"
          options={LEVEL_NAMES.map((name) => [name, ORIGIN_LEVEL_LABELS[name]])}
          value={level}
          onChange={(next) => updateSearch({ level: next })}
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

interface ColumnTitleProps {
  name: (typeof COLUMN_NAMES)[number];
  /** Null if another column orders the rows. */
  order: 'ascending' | 'descending' | null;
  onSort: (sort: string) => void;
}

const ColumnTitle = ({ name, order, onSort }: ColumnTitleProps) => (
  <th
    scope="col"
    className={`${ORIGIN_CELL_CLASSES} max-md:block max-md:flex-none max-md:whitespace-nowrap ${CLASSES_ON_PAPER[name] ?? ''}`}
    aria-sort={order ?? undefined}
  >
    <button
      type="button"
      className="pressable min-h-11 -mx-1 px-1 md:w-min md:min-w-18 md:text-right md:leading-tight md:whitespace-normal in-aria-[sort]:text-fg in-aria-[sort]:underline in-aria-[sort]:decoration-mark in-aria-[sort]:decoration-2 in-aria-[sort]:underline-offset-6 print:hidden"
      onClick={() => onSort(order === 'descending' ? `-${name}` : name)}
    >
      {ORIGIN_COLUMNS[name].label}
    </button>
    {/* On further printed pages, browsers repeat text but no buttons. */}
    <span className="hidden whitespace-normal print:inline">{ORIGIN_COLUMNS[name].label}</span>
  </th>
);

const originKeyOf = ({ source, campaign, medium, content }: ReportOrigin) =>
  JSON.stringify([source, campaign, medium, content]);

function originNameOf(row: ReportOrigin, level: OriginLevel): ReactNode {
  const lastField = ORIGIN_LEVELS[level].at(-1) ?? 'source';
  const outerNames = ORIGIN_LEVELS[level]
    .slice(0, -1)
    .map((column) => row[column])
    .filter(Boolean);
  return (
    <>
      {utmLabel(lastField, row[lastField])}
      {outerNames.length > 0 && (
        <span className="block text-small font-normal text-muted">{outerNames.join(' · ')}</span>
      )}
    </>
  );
}

function Verdict({ row }: { row: ReportOrigin }) {
  const { verdict } = row.judgement ?? {};
  return (
    <>
      {verdict === 'keep' && <StateMark label="Manter" tone="good" />}
      {verdict === 'stop' && <StateMark label="Parar" tone="bad" />}
      <span className="block text-small font-normal text-muted">{describeJudgement(row)}</span>
    </>
  );
}

/** Returns null if a name is empty, because lists cannot filter by it. */
function originSearchOf(row: ReportOrigin, level: OriginLevel, days: DayRange) {
  const names = ORIGIN_LEVELS[level].map((column) => [column, row[column]] as const);
  if (names.some(([, name]) => name === '')) return null;
  return { ...days, ...Object.fromEntries(names) };
}

interface RowProps {
  row: ReportOrigin;
  level: OriginLevel;
  /** The column that orders the rows; its cells also show the previous period. */
  column: (typeof COLUMN_NAMES)[number];
  links: ReturnType<typeof linksByColumn>;
  /** This row in the previous period; undefined if it is not shown. */
  before: ReportOrigin | undefined;
  search: OriginSearch | null;
}

const OriginRow = ({ row, level, column, links, before, search }: RowProps) => (
  <tr className="break-inside-avoid max-md:grid max-md:grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] max-md:gap-x-2 max-md:gap-y-2 max-md:border-t max-md:px-4 max-md:py-3">
    <th scope="row" className={`${ORIGIN_NAME_CLASSES} max-md:col-span-full`}>
      {originNameOf(row, level)}
      {level === 'creative' && <Verdict row={row} />}
    </th>
    {COLUMN_NAMES.map((name) => (
      <NumberCell
        key={name}
        column={ORIGIN_COLUMNS[name]}
        className={`${name === column || COLUMNS_ON_PHONES.includes(name) ? '' : 'max-md:hidden'} ${CLASSES_ON_PAPER[name] ?? ''}`}
        linkTo={links[name]}
        row={row}
        before={name === column ? before : undefined}
        search={search}
      />
    ))}
  </tr>
);

interface CellProps extends Pick<RowProps, 'row' | 'before' | 'search'> {
  column: ReportColumn<ReportOrigin>;
  className: string;
  linkTo: LinkMaker | undefined;
}

function NumberCell({ column, className, linkTo, row, before, search }: CellProps) {
  const { value, format } = column;
  const number = value(row);
  const earlier = before ? value(before) : null;
  const text = formatColumn(column, row);
  const link = search !== null && number ? linkTo?.(search) : null;
  return (
    <td className={`${ORIGIN_CELL_CLASSES} ${className}`}>
      <span className="block self-end whitespace-normal text-muted md:hidden print:hidden">
        {column.label}
      </span>
      <div>
        {link ? (
          <Link {...link} className="tap">
            {text}
          </Link>
        ) : (
          text
        )}
        {before && earlier !== null && (
          <span className="block text-small font-normal whitespace-normal text-muted">
            antes {format(earlier, before)}
          </span>
        )}
      </div>
    </td>
  );
}

function WithoutOrigin({ period }: { period: ReportPeriod }) {
  const { sales_without_origin: sales, money_without_origin: money } = period;
  const cost = period.cost_without_origin_cents;
  if (sales === 0 && cost === 0) return null;
  const total = `${formatQuantity(sales, 'venda', 'vendas')}, ${formatCents(money.paid_cents)}`;
  return (
    <p className="border-t px-4 py-3 text-muted">
      Sem origem conhecida: {total}; custo de anúncios sem origem: {formatCents(cost)}.
    </p>
  );
}
