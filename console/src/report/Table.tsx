import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly label: string;
  readonly className?: 'wide-only' | 'bar-cell' | undefined;
  readonly cell: (row: Row) => ReactNode;
}

interface HeadProps {
  columns: readonly Pick<Column<never>, 'label' | 'className'>[];
}

export const TableHead = ({ columns }: HeadProps) => (
  <thead>
    <tr>
      {columns.map(({ label, className }) => (
        <th key={label} scope="col" className={className}>
          {label}
        </th>
      ))}
    </tr>
  </thead>
);

interface RowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
}

/** A row whose first column is its header. */
export const TableRow = <Row,>({ columns, row }: RowProps<Row>) => (
  <tr>
    {columns.map(({ label, className, cell }, index) =>
      index === 0 ? (
        <th key={label} scope="row">
          {cell(row)}
        </th>
      ) : (
        <td key={label} className={className}>
          {cell(row)}
        </td>
      ),
    )}
  </tr>
);

interface Props<Row> {
  title?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

export const Table = <Row,>({ title, columns, rows, keyOf }: Props<Row>) => (
  <table>
    {title && <caption>{title}</caption>}
    <TableHead columns={columns} />
    <tbody>
      {rows.map((row) => (
        <TableRow key={keyOf(row)} columns={columns} row={row} />
      ))}
    </tbody>
  </table>
);

/** A bar as long as its part of the longest one. */
export const Bar = ({ part }: { part: number | undefined }) =>
  part === undefined ? null : (
    <svg className="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1="2" y2="2" />
      <line className="bar-part" x1="0" x2={part * 100} y1="2" y2="2" />
    </svg>
  );
