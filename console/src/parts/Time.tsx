import { formatFullTime, formatShortTime } from './format-time.ts';
import { useNow } from './use-now.ts';

/** When something was, in few signs; the whole moment where a pointer rests on it. */
export function Time({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatFullTime(at)}>
      {formatShortTime(at, now)}
    </time>
  );
}
