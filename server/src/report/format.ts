const whole = new Intl.NumberFormat('pt-BR');
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

export const formatCount = (count: number): string => whole.format(count);

/** A share, `12,5%`; a dash where there is nothing to have a share of. */
export const formatShare = (part: number, of: number): string =>
  of === 0 ? '–' : percent.format(part / of);

export const formatSeconds = (seconds: number): string => `${tenths.format(seconds)} s`;

/** A visitor's address may claim any currency: an unknown one is shown as it came. */
export const formatMoney = (value: number, currency: string): string =>
  /^[A-Z]{3}$/.test(currency)
    ? new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(value)
    : `${currency} ${decimal.format(value)}`;

/** `2026-03-01` as `01/03/2026`; none for a visitor's clock that is on no calendar. */
export const formatDay = (day: string): string =>
  day === '' ? 'sem data' : day.split('-').reverse().join('/');

type Metric = 'LCP' | 'INP' | 'CLS';

export const formatVital = (metric: Metric, value: number): string =>
  metric === 'CLS' ? decimal.format(value) : `${whole.format(Math.round(value))} ms`;

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
