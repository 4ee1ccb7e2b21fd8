import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { PlotDay } from './Plot.tsx';
import { nameDay } from './report-days.ts';

/** In px, the names of the days below included. */
export const HEIGHT = 260;
const [TOP, BOTTOM] = [18, HEIGHT - 22];
/** Room for the values beside. */
export const GUTTER = 68;
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
export function drawPlot({ points, width, shape, format }: Wish) {
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
      .map((point) => ({ x: middle(point), words: nameDay(point.day) })),
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
