import { max, nice, ticks } from 'd3-array';
import { area, curveMonotoneX, line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatDay, formatWeekday } from '../parts/time/format-time.ts';
import { useElementSize } from '../parts/use-element-size.ts';

/** Values of a day (YYYY-MM-DD). */
export interface PlotDay {
  readonly day: string;
  readonly value: number;
  /** Drawn below the axis. */
  readonly refunded: number;
  /** Value of the same day in the previous period; null if unknown. */
  readonly before: number | null;
}

interface Props {
  days: readonly PlotDay[];
  label: string;
  shape: 'columns' | 'area';
  format: (value: number) => string;
  formatTick: (value: number) => string;
}

/** Plots a value by day. A pointer or the arrow keys choose a day, whose values are shown and read aloud. */
export function Plot({ days, label, shape, format, formatTick }: Props) {
  const { ref, width } = useElementSize();
  const [index, setIndex] = useState<number | null>(null);
  const lastIndex = days.length - 1;
  // The period may have become shorter since the day was chosen.
  const chosenIndex = index === null ? null : Math.min(index, lastIndex);
  const day = chosenIndex === null ? undefined : days[chosenIndex];
  const plot = drawPlot(days, width, shape);
  const chooseAtPointer = ({ clientX, currentTarget }: PointerEvent) =>
    setIndex(plot.indexAt(clientX - currentTarget.getBoundingClientRect().left));
  const chooseByKey = (event: KeyboardEvent) => {
    const nextIndex = indexByKey(event.key, chosenIndex, lastIndex);
    if (nextIndex === undefined) return;
    event.preventDefault();
    setIndex(nextIndex);
  };
  return (
    <div className="px-4 pb-3">
      <p className="flex min-h-11.5 flex-wrap content-start gap-x-5 gap-y-1 tabular-nums">
        {day ? describeDay(day, format) : <PlotLegend days={days} label={label} />}
      </p>
      <div
        ref={ref}
        className="touch-pan-y overflow-hidden rounded-sm"
        role="slider"
        tabIndex={0}
        aria-label={`${label} por dia`}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(chosenIndex ?? lastIndex) + 1}
        aria-valuetext={describeDay(day ?? days[lastIndex], format)}
        onKeyDown={chooseByKey}
        onPointerMove={chooseAtPointer}
        onPointerDown={chooseAtPointer}
        onPointerLeave={() => setIndex(null)}
        onBlur={() => setIndex(null)}
      >
        <PlotDrawing
          plot={plot}
          width={width}
          shape={shape}
          chosenIndex={chosenIndex}
          formatTick={formatTick}
        />
      </div>
    </div>
  );
}

/** Returns undefined for keys that choose no day. @param chosenIndex null if no day is chosen */
const indexByKey = (
  key: string,
  chosenIndex: number | null,
  lastIndex: number,
): number | undefined =>
  ({
    ArrowLeft: Math.max((chosenIndex ?? lastIndex + 1) - 1, 0),
    ArrowRight: Math.min((chosenIndex ?? -1) + 1, lastIndex),
    Home: 0,
    End: lastIndex,
  })[key];

interface DrawingProps extends Pick<Props, 'shape' | 'formatTick'> {
  plot: ReturnType<typeof drawPlot>;
  width: number;
  chosenIndex: number | null;
}

const PlotDrawing = ({ plot, width, shape, chosenIndex, formatTick }: DrawingProps) => (
  <svg
    className="block print:max-w-full"
    width={width}
    height={PLOT_HEIGHT_PX}
    viewBox={`0 0 ${width} ${PLOT_HEIGHT_PX}`}
    aria-hidden="true"
  >
    {plot.ticks.map(({ y, value }) => (
      <g key={value}>
        <line
          className={value === 0 ? 'stroke-edge' : 'stroke-line'}
          x1={LABELS_WIDTH_PX}
          x2={width}
          y1={y}
          y2={y}
        />
        <text className={`${TEXT_CLASSES} [text-anchor:end]`} x={LABELS_WIDTH_PX - 8} y={y + 4}>
          {formatTick(value)}
        </text>
      </g>
    ))}
    {chosenIndex !== null && (
      <rect
        className="fill-hover"
        x={plot.leftOf(chosenIndex)}
        width={plot.step}
        y="0"
        height={BOTTOM}
      />
    )}
    <path className={shape === 'area' ? 'fill-mark-fill/20' : 'fill-mark'} d={plot.valuesFill} />
    <path className="fill-bad" d={plot.refunded} />
    <path
      className="fill-none stroke-muted stroke-[1.5] [stroke-dasharray:4_4] [stroke-linejoin:round]"
      d={plot.before}
    />
    <path
      className="fill-none stroke-mark stroke-[2.5] [stroke-linejoin:round]"
      d={plot.valuesLine}
    />
    {plot.dayNames.map(({ x, name }) => (
      <text key={x} className={`${TEXT_CLASSES} [text-anchor:middle]`} x={x} y={PLOT_HEIGHT_PX - 4}>
        {name}
      </text>
    ))}
  </svg>
);

function describeDay(plotDay: PlotDay | undefined, format: Props['format']): string {
  if (!plotDay) return '';
  const { day, value, refunded, before } = plotDay;
  const amountTexts = [`${formatWeekday(day)} ${formatDay(day)}: ${format(value)}`];
  if (refunded > 0) amountTexts.push(`devolvido ${format(refunded)}`);
  if (before !== null) amountTexts.push(`no período anterior ${format(before)}`);
  return amountTexts.join(', ');
}

const LEGEND_CLASSES =
  'inline-flex items-center gap-2 text-muted [print-color-adjust:exact] before:forced-color-adjust-none';

const PlotLegend = ({ days, label }: Pick<Props, 'days' | 'label'>) => (
  <>
    <span className={`${LEGEND_CLASSES} before:size-3 before:rounded-[3px] before:bg-mark`}>
      {label}
    </span>
    {days.some(({ refunded }) => refunded > 0) && (
      <span className={`${LEGEND_CLASSES} before:size-3 before:rounded-[3px] before:bg-bad`}>
        Devolvido
      </span>
    )}
    {days.some(({ before }) => before !== null) && (
      <span
        className={`${LEGEND_CLASSES} before:w-4.5 before:border-t-2 before:border-dashed before:border-muted`}
      >
        Período anterior
      </span>
    )}
  </>
);

const TEXT_CLASSES = 'fill-muted text-[0.75rem] tabular-nums';

/** Includes the names of the days below the plot. */
const PLOT_HEIGHT_PX = 260;
const [TOP, BOTTOM] = [18, PLOT_HEIGHT_PX - 22];
const LABELS_WIDTH_PX = 68;
/** Share of a day's width that stays empty beside its column. */
const COLUMN_GAP = 0.3;
const DAY_NAME_WIDTH_PX = 62;

/** Coordinates are in px. */
function drawPlot(days: readonly PlotDay[], width: number, shape: Props['shape']) {
  const highest = max(days, ({ value, before }) => Math.max(value, before ?? 0)) ?? 0;
  const lowest = max(days, ({ refunded }) => refunded) ?? 0;
  const [bottom, top] = nice(-lowest, highest || 1, 4);
  const y = (value: number) => BOTTOM - ((value - bottom) / (top - bottom)) * (BOTTOM - TOP);
  const step = (width - LABELS_WIDTH_PX) / Math.max(1, days.length - COLUMN_GAP);
  const bandwidth = step * (1 - COLUMN_GAP);
  const leftByDay = new Map(days.map(({ day }, index) => [day, LABELS_WIDTH_PX + index * step]));
  const middle = ({ day }: PlotDay) => (leftByDay.get(day) ?? 0) + bandwidth / 2;
  const drawColumn = (day: string, value: number) => {
    if (value === 0) return '';
    const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
    return `M${leftByDay.get(day) ?? 0} ${top}h${bandwidth}V${Math.max(bottom, top + 1)}h${-bandwidth}Z`;
  };
  const drawLine = line<PlotDay>(middle, ({ value }) => y(value)).curve(curveMonotoneX);
  const drawArea = area<PlotDay>(middle, y(0), ({ value }) => y(value)).curve(curveMonotoneX);
  const drawBefore = line<PlotDay>(middle, ({ before }) => y(before ?? 0))
    .defined(({ before }) => before !== null)
    .curve(curveMonotoneX);
  const maxNames = Math.max(1, Math.floor((width - LABELS_WIDTH_PX) / DAY_NAME_WIDTH_PX));
  const labelInterval = Math.max(1, Math.ceil(days.length / maxNames));
  const isArea = shape === 'area';
  return {
    ticks: ticks(bottom, top, 4)
      .filter(Number.isInteger)
      .map((value) => ({ y: Math.round(y(value)), value })),
    dayNames: days
      .filter((_, index) => index % labelInterval === 0)
      .map((day) => ({ x: middle(day), name: formatDay(day.day) })),
    valuesFill: isArea
      ? (drawArea(days) ?? '')
      : days.map(({ day, value }) => drawColumn(day, value)).join(''),
    refunded: days.map(({ day, refunded }) => drawColumn(day, -refunded)).join(''),
    valuesLine: isArea ? (drawLine(days) ?? '') : '',
    before: drawBefore(days) ?? '',
    step,
    leftOf: (index: number) => LABELS_WIDTH_PX + index * step - (step - bandwidth) / 2,
    indexAt: (px: number) =>
      Math.min(Math.max(Math.floor((px - LABELS_WIDTH_PX) / step), 0), days.length - 1),
  };
}
