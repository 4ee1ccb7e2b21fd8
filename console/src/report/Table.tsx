interface Props {
  title?: string;
  columns: readonly string[];
  /** The first cell is the row's header; the others are numbers. */
  rows: readonly (readonly string[])[];
  /**
   * For each row, the numbers of the last columns as shares (0 to 1) of the highest number. A single share is drawn
   * as a bar, several are drawn as shades.
   */
  parts?: readonly (readonly number[])[];
}

const TABLE_CELL_CLASSES = 'first:pl-4 last:pr-4 max-md:px-1 max-md:text-small';

export function Table({ title, columns, rows, parts = [] }: Props) {
  const isHeatMap = (parts[0]?.length ?? 0) > 1;
  const classes = `${TABLE_CELL_CLASSES} ${isHeatMap ? 'px-1 py-0.5 text-small' : 'p-2 align-top @max-[22rem]/view:nth-3:not-last:hidden'}`;
  return (
    <table>
      {title && (
        <caption className="px-4 pt-3.5 pb-2 text-left font-display text-lg font-bold tracking-[-0.015em]">
          {title}
        </caption>
      )}
      <thead>
        <tr>
          {columns.map((label) => (
            <th
              key={label}
              scope="col"
              className={`${classes} align-bottom [overflow-wrap:normal]`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const rowShares = parts[index] ?? [];
          return (
            <tr key={row.join()}>
              {row.map((text, column) => {
                const share = rowShares[column - row.length + rowShares.length];
                if (column === 0) {
                  return (
                    <th
                      key={columns[column]}
                      scope="row"
                      className={`${classes} ${isHeatMap ? '' : 'min-w-26'}`}
                    >
                      {text}
                    </th>
                  );
                }
                return (
                  <td
                    key={columns[column]}
                    className={`${classes} [overflow-wrap:normal] [print-color-adjust:exact]`}
                    style={isHeatMap && share !== undefined ? shadeOf(share) : undefined}
                  >
                    {text}
                    {!isHeatMap && share !== undefined && <ShareBar part={share} />}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const shadeOf = (part: number) => ({
  background: `color-mix(in oklab, var(--mark-fill) ${Math.round(part * 35)}%, transparent)`,
});

const ShareBar = ({ part }: { part: number }) => (
  <svg
    className="mt-1 ml-auto block h-1 w-full max-w-30 [&>line]:stroke-3 [&>line]:[vector-effect:non-scaling-stroke]"
    viewBox="0 0 100 4"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <line className="stroke-line" x1="0" x2="100" y1="2" y2="2" />
    <line className="stroke-mark" x1="0" x2={part * 100} y1="2" y2="2" />
  </svg>
);
