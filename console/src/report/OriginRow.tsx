import { ORIGIN_LEVELS, type OriginLevel } from '@funil/contract/ads/origin-levels';
import { utmLabel } from '@funil/contract/console/labels';
import type { ReportOrigin } from '@funil/contract/report/report';
import {
  describeJudgement,
  formatColumn,
  ORIGIN_COLUMNS,
  type ReportColumn,
} from '@funil/contract/report/report-columns';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StateMark } from '../parts/StateMark.tsx';
import { keysOf } from '../parts/search-params.ts';
import type { LinkMaker, linksByColumn, OriginSearch } from './origin-links.ts';

export const COLUMN_NAMES = keysOf(ORIGIN_COLUMNS);

const ORIGIN_CELL_CLASSES =
  'px-2.5 py-2 align-top [overflow-wrap:normal] md:whitespace-nowrap last:pr-4 max-md:row-span-2 max-md:grid max-md:grid-rows-subgrid max-md:gap-y-0 max-md:border-0 max-md:p-0 max-md:text-left max-md:text-small print:px-1 print:text-[0.6875rem]';
export const ORIGIN_NAME_CLASSES =
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
/** Classes that hide columns on paper, which has no room for them. */
const CLASSES_ON_PAPER: Partial<Record<keyof typeof ORIGIN_COLUMNS, string>> = {
  visits: 'print:hidden',
  lead_cost: 'print:hidden',
  applications: 'print:hidden',
  conversion: 'print:hidden',
};

interface ColumnTitleProps {
  name: (typeof COLUMN_NAMES)[number];
  /** Null if another column orders the rows. */
  order: 'ascending' | 'descending' | null;
  onSort: (sort: string) => void;
}

export const ColumnTitle = ({ name, order, onSort }: ColumnTitleProps) => (
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

export const originKeyOf = ({ source, campaign, medium, content }: ReportOrigin) =>
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

interface RowProps {
  row: ReportOrigin;
  level: OriginLevel;
  /** The column that orders the rows; its cells also show the previous period. */
  column: (typeof COLUMN_NAMES)[number];
  links: ReturnType<typeof linksByColumn>;
  /** Undefined if no previous period is shown, or if it lacks the origin. */
  before: ReportOrigin | undefined;
  search: OriginSearch | null;
}

export const OriginRow = ({ row, level, column, links, before, search }: RowProps) => (
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
