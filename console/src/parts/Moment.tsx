import { formatMoment, formatWhole } from './moments.ts';
import { useNow } from './use-now.ts';

/** When something was, in few signs; the whole moment where a pointer rests on it. */
export function Moment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatWhole(at)}>
      {formatMoment(at, now)}
    </time>
  );
}
