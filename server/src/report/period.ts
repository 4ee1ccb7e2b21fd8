import { OperatorError } from '../commands/run/operator-error.ts';

/** Moments as ISO texts, the end excluded; null: open. */
export interface Period {
  from: string | null;
  until: string | null;
}

/** Brasília keeps no summer time (since 2019, Decreto 9.772). */
const OFFSET = '-03:00';
const DAY = 24 * 60 * 60 * 1000;

function startOfDay(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00${OFFSET}`) : NaN;
  if (Number.isNaN(time)) {
    throw new OperatorError(`--${option} espera uma data como 2026-03-01, e recebeu “${text}”.`);
  }
  // 31 February is read as 3 March.
  if (new Date(text).toISOString().slice(0, 10) !== text) {
    throw new OperatorError(`--${option} ${text}: esse dia não existe no calendário.`);
  }
  return time;
}

/** Days of Brasília, both included, as the options give them. */
export function readPeriod(first: string | undefined, last: string | undefined): Period {
  const from = startOfDay('desde', first);
  const until = startOfDay('ate', last);
  if (from !== null && until !== null && from > until) {
    throw new OperatorError(
      `--desde ${first} é depois de --ate ${last}. Ao contrário: --desde ${last} --ate ${first}`,
    );
  }
  return {
    from: from === null ? null : new Date(from).toISOString(),
    until: until === null ? null : new Date(until + DAY).toISOString(),
  };
}
