import { formatCount } from '@funil/contract/counts';
import { toLocalDay } from '@funil/contract/local-time';
import { formatCents } from '@funil/contract/money';
import type { ReportVital } from '@funil/contract/report/report';

const decimalFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const tenthsFormat = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export const formatSecondsInView = (seconds: number): string => `${tenthsFormat.format(seconds)} s`;

const MINUTE_IN_DAYS = 1 / 24 / 60;

/** Rounds up: `25 min`, `3 h`, `1,2 dia`, `12 dias`. */
export function formatDays(days: number): string {
  if (days < 1 / 24) return `${formatCount(Math.ceil(days / MINUTE_IN_DAYS))} min`;
  if (days < 1) return `${formatCount(Math.ceil(days * 24))} h`;
  const rounded = Math.ceil(days * 10) / 10;
  return `${new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }).format(rounded)} ${rounded < 2 ? 'dia' : 'dias'}`;
}

/** @param day empty if the visitor's clock was invalid */
export const formatDay = (day: string): string => (day === '' ? 'sem data' : toLocalDay(day));

type VitalName = ReportVital['metric'];

export const formatPerUnit = (cents: number, units: number): string =>
  units === 0 ? '–' : formatCents(Math.round(cents / units));

export const labelOrUnnamed = (name: string): string => name || 'sem nome';

export const formatVital = (metric: VitalName, value: number): string =>
  metric === 'CLS' ? decimalFormat.format(value) : `${formatCount(Math.round(value))} ms`;

/** Upper limits of good and of fair values. Source: https://web.dev/articles/vitals */
const VITAL_LIMITS: Record<VitalName, readonly [number, number]> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
};

export function rateVital(metric: VitalName, value: number): 'bom' | 'regular' | 'ruim' {
  const [good, fair] = VITAL_LIMITS[metric];
  if (value <= good) return 'bom';
  return value <= fair ? 'regular' : 'ruim';
}
