import { type Days, type Period, readPeriod } from '../../report/period.ts';
import { OperatorError } from './operator-error.ts';

const OPTION = { first: 'desde', last: 'ate' } as const;

/**
 * The period that `--desde` and `--ate` name.
 * @throws OperatorError with a sentence on what is wrong with them
 */
export function periodOf(days: Days): Period {
  const result = readPeriod(days);
  if (result.ok) return result.period;
  const { first, last } = days;
  switch (result.reason) {
    case 'no-day':
      throw new OperatorError(describeNoDay(OPTION[result.which], days[result.which]));
    case 'reversed':
      throw new OperatorError(
        `--desde ${first} é depois de --ate ${last}. Ao contrário: --desde ${last} --ate ${first}`,
      );
  }
}

/** A day that only no calendar has is told from what does not look like one. */
function describeNoDay(option: string, text = ''): string {
  const looksLikeDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return looksLikeDay
    ? `--${option} ${text}: esse dia não existe no calendário.`
    : `--${option} espera uma data como 2026-03-01, e recebeu “${text}”.`;
}
