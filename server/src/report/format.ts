import type { ReportVital } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';

const percent = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A share, `12,5%`; a dash where there is nothing to have a share of. */
export const formatShare = (part: number, of: number): string =>
  of === 0 ? '–' : percent.format(part / of);

export const formatSeconds = (seconds: number): string => `${tenths.format(seconds)} s`;

const short = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });

/** An axis' amount of centavos: `R$ 20 mil`, without a sign below it. */
export const formatTickCents = (cents: number): string =>
  `R$ ${short.format(Math.abs(cents) / 100)}`;

const MINUTE = 1 / 24 / 60;

/** Days as people count them: `25 min`, `3 h`, `1,2 dia`, `12 dias`. */
export function formatDays(days: number): string {
  if (days < 1 / 24) return `${formatCount(Math.ceil(days / MINUTE))} min`;
  if (days < 1) return `${formatCount(Math.round(days * 24))} h`;
  const rounded = Math.round(days * 10) / 10;
  return `${new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }).format(rounded)} ${rounded < 2 ? 'dia' : 'dias'}`;
}

/** `2026-03-01` as `01/03/2026`; none for a visitor's clock that is on no calendar. */
export const formatDay = (day: string): string =>
  day === '' ? 'sem data' : day.split('-').reverse().join('/');

type Metric = ReportVital['metric'];

/** An amount for each of so many; a dash for none. */
export const formatPerUnit = (cents: number, of: number): string =>
  of === 0 ? '–' : formatCents(Math.round(cents / of));

/** A platform's or product's name in a table or chart. */
export const nameOrNone = (name: string): string => name || 'sem nome';

export const formatVital = (metric: Metric, value: number): string =>
  metric === 'CLS' ? decimal.format(value) : `${formatCount(Math.round(value))} ms`;

/** Up to the first: good; up to the second: needs improvement. Source: https://web.dev/articles/vitals */
const THRESHOLDS: Record<Metric, readonly [number, number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
};

export function rateVital(metric: Metric, value: number): 'bom' | 'regular' | 'ruim' {
  const [good, fair] = THRESHOLDS[metric];
  if (value <= good) return 'bom';
  return value <= fair ? 'regular' : 'ruim';
}
