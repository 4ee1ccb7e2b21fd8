import { formatCount } from '@funil/contract/counts';
import type { ReportTable } from '@funil/contract/report/report';
import { formatColumn, type ReportColumn } from '@funil/contract/report/report-columns';

export type TableColumn<Row> = readonly [
  title: string,
  cell: (row: Row) => string,
  toDraw?: (row: Row) => number,
];

/** A longer table is cut, because addresses and visitors' clocks may claim any number of values. */
const MAX_ROWS_PER_TABLE = 100;

/** @param foot last rows, which are never cut */
export function makeTable<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  options: { foot?: readonly string[][]; maxRows?: number } = {},
): ReportTable {
  const { foot = [], maxRows = MAX_ROWS_PER_TABLE } = options;
  const hiddenCount = rows.length - maxRows;
  const visibleRows = hiddenCount > 0 ? rows.slice(0, maxRows) : rows;
  const numbers = visibleRows.map((row) =>
    columns.flatMap(([, , toDraw]) => (toDraw ? [toDraw(row)] : [])),
  );
  const highestNumber = Math.max(1, ...numbers.flat());
  const note = `… e mais ${formatCount(hiddenCount)}: todas com --csv ou --json`;
  return {
    title,
    columns: columns.map(([title]) => title),
    rows: [
      ...visibleRows.map((row) => columns.map(([, cell]) => cell(row))),
      ...(hiddenCount > 0 ? [columns.map((_, index) => (index === 0 ? note : ''))] : []),
      ...foot,
    ],
    parts: numbers.map((row) => row.map((number) => number / highestNumber)),
    note: '',
  };
}

export const listColumns = <Row>(columns: readonly ReportColumn<Row>[]): TableColumn<Row>[] =>
  columns.map((column) => [column.label, (row) => formatColumn(column, row)]);
