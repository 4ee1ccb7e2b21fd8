import { max, min } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { html, type Markup } from '../../markup/html.ts';
import { listDays } from '../period.ts';

/** One day of a plot, `AAAA-MM-DD`. */
export interface Point {
  readonly day: string;
  readonly up: number;
  /** Drawn below the axis. */
  readonly down: number;
  readonly hint: string;
}

export interface Plot {
  readonly points: readonly Point[];
  readonly title: string;
  readonly formatTick: (value: number) => string;
  readonly shape: 'columns' | 'area';
}

/** The drawing is stretched to its container; its text is outside the SVG. */
const [WIDTH, HEIGHT] = [1000, 300];
/** More dots would overlap. */
const MAX_DOTS = 62;
const round = (value: number) => Math.round(value * 10) / 10;

/** Adds an empty point for each missing day, unless there are too many days. */
export function fillDays(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const days = listDays(first.day, last.day);
  if (days[0] !== first.day) return [...points];
  const known = new Map(points.map((point) => [point.day, point]));
  return days.map((day) => known.get(day) ?? { day, up: 0, down: 0, hint: 'nada' });
}

const shortDay = (day: string) => day.split('-').slice(1).reverse().join('/');

/** Draws values by day: columns above and below the axis, or an area. A table has the same numbers. */
export function drawPlot({ points: known, title, formatTick, shape }: Plot): Markup {
  const points = fillDays(known.filter(({ day }) => day !== ''));
  const highest = max(points, ({ up }) => up) ?? 0;
  const lowest = min(points, ({ down }) => -down) ?? 0;
  const y = scaleLinear([lowest, highest || 1], [HEIGHT, 0]).nice(5);
  const x = scaleBand(
    points.map(({ day }) => day),
    [0, WIDTH],
  )
    .paddingInner(0.25)
    .paddingOuter(0.15);
  const ticks = y.ticks(5).filter(Number.isInteger);
  const lines = ticks.map(
    (tick) =>
      html`<line class="${tick === 0 ? 'axis' : 'grid'}" x1="0" x2="${WIDTH}" y1="${round(y(tick))}" y2="${round(y(tick))}" />`,
  );
  const values = ticks.map(
    (tick) =>
      html`<span style="top:${round((y(tick) / HEIGHT) * 100)}%">${formatTick(tick)}</span>`,
  );
  const left = (day: string) => (x(day) ?? 0) + x.bandwidth() / 2;
  const everyNth = Math.ceil(points.length / 6);
  const days = points
    .filter((_, index) => index % everyNth === 0)
    .map(({ day }) => html`<span style="left:${round(left(day) / 10)}%">${shortDay(day)}</span>`);
  const hints = points.map(
    ({ day, hint }) =>
      html`<rect class="hint" x="${round(left(day) - x.step() / 2)}" width="${round(x.step())}" y="0" height="${HEIGHT}"><title>${shortDay(day)}: ${hint}</title></rect>`,
  );
  const drawing = shape === 'columns' ? drawColumns(points, x, y) : drawArea(points, left, y);
  return html`<div class="plot" role="img" aria-label="${title}"><div class="values">${values}</div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${lines}${drawing}${hints}</svg>
<div class="days">${days}</div></div>`;
}

type Scale = (value: number) => number;

function drawColumns(
  points: readonly Point[],
  x: ReturnType<typeof scaleBand<string>>,
  y: Scale,
): Markup[] {
  return points.flatMap(({ day, up, down }) => {
    const column = (value: number, kind: string) => {
      const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
      return value === 0
        ? []
        : [
            html`<rect class="${kind}" x="${round(x(day) ?? 0)}" width="${round(x.bandwidth())}" y="${round(top)}" height="${round(Math.max(bottom - top, 1))}" />`,
          ];
    };
    return [...column(up, 'money'), ...column(-down, 'back')];
  });
}

function drawArea(points: readonly Point[], x: (day: string) => number, y: Scale): Markup[] {
  const fill = area<Point>(
    (point) => round(x(point.day)),
    y(0),
    (point) => round(y(point.up)),
  );
  const edge = line<Point>(
    (point) => round(x(point.day)),
    (point) => round(y(point.up)),
  );
  const dots = points
    .filter(() => points.length <= MAX_DOTS)
    .map(({ day, up }) => `M${round(x(day))} ${round(y(up))}h0`);
  return [
    html`<path class="fill" d="${fill.curve(curveMonotoneX)(points) ?? ''}" />`,
    html`<path class="edge" d="${edge.curve(curveMonotoneX)(points) ?? ''}" />`,
    html`<path class="dots" d="${dots.join('')}" />`,
  ];
}
