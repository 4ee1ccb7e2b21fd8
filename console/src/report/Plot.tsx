import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatDay, formatWeekday } from '../parts/format-time.ts';

/** One day of a plot, AAAA-MM-DD. */
export interface PlotDay {
  readonly day: string;
  readonly up: number;
  /** Drawn below the axis. */
  readonly down: number;
  /** The same of as many days before; null: not known. */
  readonly before: number | null;
}

interface Props {
  points: readonly PlotDay[];
  label: string;
  shape: 'columns' | 'area';
  format: (value: number) => string;
  /** The same in few signs, for the axis. */
  formatTick: (value: number) => string;
}

/** Values by day; pointer, finger and arrow keys go from day to day, and a screen reader hears each. */
export function Plot({ points, label, shape, format, formatTick }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [wish, setWish] = useState<number | null>(null);
  const last = points.length - 1;
  const chosen = wish === null ? null : Math.min(wish, last);
  const plot = drawPlot({ points, width, shape, format: formatTick });
  const point = chosen === null ? undefined : points[chosen];
  const aim = ({ clientX, currentTarget }: PointerEvent) => {
    const { left } = currentTarget.getBoundingClientRect();
    setWish(plot.indexAt(clientX - left));
  };
  const step = (event: KeyboardEvent) => {
    const to = { ArrowLeft: (chosen ?? last + 1) - 1, ArrowRight: (chosen ?? -1) + 1 };
    const ends = { Home: 0, End: last };
    const next = { ...to, ...ends }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setWish(Math.min(Math.max(next, 0), last));
  };
  return (
    <div className="plot">
      <p className="plot-told">
        <Told point={point ?? null} points={points} label={label} format={format} />
      </p>
      <div
        ref={frame}
        className="plot-frame"
        role="slider"
        tabIndex={0}
        aria-label={`${label} por dia`}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(chosen ?? last) + 1}
        aria-valuetext={tell(points[chosen ?? last], format)}
        onKeyDown={step}
        onPointerMove={aim}
        onPointerDown={aim}
        onPointerLeave={() => setWish(null)}
        onBlur={() => setWish(null)}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true" data-shape={shape}>
          {plot.ticks.map(({ y, words, isAxis }) => (
            <g key={words}>
              <line
                className={isAxis ? 'plot-axis' : 'plot-grid'}
                x1={GUTTER}
                x2={width}
                y1={y}
                y2={y}
              />
              <text className="plot-tick" x={GUTTER - 8} y={y}>
                {words}
              </text>
            </g>
          ))}
          {chosen !== null && (
            <rect
              className="plot-day"
              x={plot.left(chosen)}
              width={plot.step}
              y="0"
              height={plot.bottom}
            />
          )}
          <path className="plot-fill" d={plot.fill} />
          <path className="plot-back" d={plot.back} />
          <path className="plot-before" d={plot.before} />
          <path className="plot-edge" d={plot.edge} />
          {plot.days.map(({ x, words }) => (
            <text key={words} className="plot-name" x={x} y={HEIGHT - 4}>
              {words}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

const tell = (point: PlotDay | undefined, format: Props['format']): string => {
  if (!point) return '';
  const { day, up, down, before } = point;
  const parts = [`${formatWeekday(day)} ${formatDay(day)}: ${format(up)}`];
  if (down > 0) parts.push(`devolvido ${format(down)}`);
  if (before !== null) parts.push(`no período anterior ${format(before)}`);
  return parts.join(', ');
};

interface ToldProps extends Omit<Props, 'shape' | 'formatTick'> {
  point: PlotDay | null;
}

/** The day under the pointer in words; without one, what the lines mean. */
function Told({ point, points, label, format }: ToldProps) {
  if (point) return tell(point, format);
  const hasBack = points.some(({ down }) => down > 0);
  const hasBefore = points.some(({ before }) => before !== null);
  return (
    <>
      <span className="plot-key" data-key="now">
        {label}
      </span>
      {hasBack && (
        <span className="plot-key" data-key="back">
          Devolvido
        </span>
      )}
      {hasBefore && (
        <span className="plot-key" data-key="before">
          Período anterior
        </span>
      )}
    </>
  );
}

/** In px, the names of the days below included. */
const HEIGHT = 260;
const [TOP, BOTTOM] = [18, HEIGHT - 22];
/** Room for the values beside. */
const GUTTER = 68;
/** Room in px that a day's name takes. */
const NAME = 62;

interface Wish {
  readonly points: readonly PlotDay[];
  /** In px. */
  readonly width: number;
  readonly shape: 'columns' | 'area';
  readonly format: (value: number) => string;
}

/** Where everything of a plot stands, in px: paths, ticks, names of days. */
function drawPlot({ points, width, shape, format }: Wish) {
  const highest = max(points, ({ up, before }) => Math.max(up, before ?? 0)) ?? 0;
  const lowest = max(points, ({ down }) => down) ?? 0;
  const y = scaleLinear([-lowest, highest || 1], [BOTTOM, TOP]).nice(4);
  const x = scaleBand(
    points.map(({ day }) => day),
    [GUTTER, width],
  ).paddingInner(0.3);
  const middle = ({ day }: PlotDay) => (x(day) ?? 0) + x.bandwidth() / 2;
  const column = (value: (point: PlotDay) => number) =>
    points.map((point) => drawColumn({ x, y, day: point.day, value: value(point) })).join('');
  const edge = line<PlotDay>(middle, ({ up }) => y(up)).curve(curveMonotoneX);
  const surface = area<PlotDay>(middle, y(0), ({ up }) => y(up)).curve(curveMonotoneX);
  const before = line<PlotDay>(middle, (point) => y(point.before ?? 0))
    .defined((point) => point.before !== null)
    .curve(curveMonotoneX);
  const everyNth = Math.max(
    1,
    Math.ceil(points.length / Math.max(1, Math.floor((width - GUTTER) / NAME))),
  );
  return {
    ticks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((tick) => ({ y: Math.round(y(tick)), words: format(tick), isAxis: tick === 0 })),
    days: points
      .filter((_, index) => index % everyNth === 0)
      .map((point) => ({ x: middle(point), words: formatDay(point.day) })),
    fill: shape === 'columns' ? column(({ up }) => up) : (surface([...points]) ?? ''),
    back: column(({ down }) => -down),
    edge: shape === 'area' ? (edge([...points]) ?? '') : '',
    before: before([...points]) ?? '',
    bottom: BOTTOM,
    step: x.step(),
    left: (index: number) => GUTTER + index * x.step() - (x.step() - x.bandwidth()) / 2,
    indexAt: (px: number) =>
      Math.min(Math.max(Math.floor((px - GUTTER) / x.step()), 0), Math.max(points.length - 1, 0)),
  };
}

interface Column {
  readonly x: ReturnType<typeof scaleBand<string>>;
  readonly y: (value: number) => number;
  readonly day: string;
  readonly value: number;
}

function drawColumn({ x, y, day, value }: Column): string {
  if (value === 0) return '';
  const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
  return `M${x(day) ?? 0} ${top}h${x.bandwidth()}V${Math.max(bottom, top + 1)}h${-x.bandwidth()}Z`;
}

/** An element's width in px, as it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(current.clientWidth)));
    observer.observe(current);
    setWidth(Math.floor(current.clientWidth));
    return () => observer.disconnect();
  }, [element]);
  return width;
}
