import type { ReactNode } from 'react';

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });

/** `2,4%`; empty if the whole is nothing. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '' : percent.format(part / whole);

/** How much a value is of the highest one, as a bar. */
export function Bar({ share }: { share: number }) {
  return (
    <svg className="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1="2" y2="2" />
      {share > 0 && <line className="bar-part" x1="0" x2={share * 100} y1="2" y2="2" />}
    </svg>
  );
}

interface Row {
  readonly name: string;
  /** Between the name and the value. */
  readonly cells: readonly string[];
  readonly value: number;
}

interface Props {
  title: string;
  /** The names of all columns. */
  columns: readonly string[];
  rows: readonly Row[];
  format: (value: number) => string;
  /** Below the table. */
  note?: ReactNode;
}

/** Rows with a number each, drawn as a share of the highest one. */
export function Ranking({ title, columns, rows, format, note }: Props) {
  const highest = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <section className="panel takings" aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
              <td className="origins-money">
                {format(value)}
                <Bar share={value / highest} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className="takings-note">{note}</p>}
    </section>
  );
}
