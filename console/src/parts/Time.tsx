import { formatFullTime, formatShortTime } from './format-time.ts';
import { useNow } from './use-now.ts';

/** A timestamp in short form, with the full form as its tooltip. @param at ISO */
export function Time({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatFullTime(at)}>
      {formatShortTime(at, now)}
    </time>
  );
}
