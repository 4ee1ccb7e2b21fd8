import { formatFullTime, formatShortTime } from './format-time.ts';
import { useNow } from './use-now.ts';

/** The tooltip has the full form. @param at ISO */
export function Time({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatFullTime(at)}>
      {formatShortTime(at, now)}
    </time>
  );
}
