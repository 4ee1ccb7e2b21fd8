import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { drawPlot, GUTTER, HEIGHT } from './draw-plot.ts';
import { nameDay, nameWeekday } from './report-days.ts';
import { useWidth } from './use-width.ts';

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
  const parts = [`${nameWeekday(day)} ${nameDay(day)}: ${format(up)}`];
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
