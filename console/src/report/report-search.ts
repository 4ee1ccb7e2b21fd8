/** Which days the report is of; it stands in the address. */
export interface ReportSearch {
  /** Left out: the last 30 days, unless days are given. */
  period?: Preset;
  from?: string;
  until?: string;
}

export const PRESETS = {
  today: 'Hoje',
  week: '7 dias',
  days: '30 dias',
  month: 'Este mês',
} as const;
export type Preset = keyof typeof PRESETS;

const DAY = /^\d{4}-\d\d-\d\d$/;
const isPreset = (value: unknown): value is Preset =>
  typeof value === 'string' && Object.hasOwn(PRESETS, value);

/** Reads an address's query; what is not understood is left out. */
export function readReportSearch(query: Record<string, unknown>): ReportSearch {
  const { period, from, until } = query;
  const isDay = (value: unknown): value is string => typeof value === 'string' && DAY.test(value);
  if (isDay(from) && isDay(until)) return { from, until };
  return isPreset(period) ? { period } : {};
}
