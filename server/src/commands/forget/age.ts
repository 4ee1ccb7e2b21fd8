import { OperatorError } from '../run/operator-error.ts';

/** Longest age: what is older has no date that either database compares. */
const MOST_YEARS = 100;

/** The moment that lies a term such as `180d`, `6m` or `2a` before now: days, calendar months, years. */
export function readAge(text: string, now: Date): Date {
  const [, digits, unit] = /^(\d{1,5}) ?([dma])$/i.exec(text.trim()) ?? [];
  const n = Number(digits);
  const moment = new Date(now);
  if (unit?.toLowerCase() === 'd') moment.setUTCDate(moment.getUTCDate() - n);
  if (unit?.toLowerCase() === 'm') moment.setUTCMonth(moment.getUTCMonth() - n);
  if (unit?.toLowerCase() === 'a') moment.setUTCFullYear(moment.getUTCFullYear() - n);
  // A month without that day: its last one.
  if (unit?.toLowerCase() !== 'd' && moment.getUTCDate() !== now.getUTCDate()) moment.setUTCDate(0);
  if (!unit || moment.getUTCFullYear() < now.getUTCFullYear() - MOST_YEARS) {
    throw new OperatorError(
      `--mais-antigos espera um prazo em dias, meses ou anos (180d, 6m, 2a), e recebeu “${text}”.`,
    );
  }
  return moment;
}
