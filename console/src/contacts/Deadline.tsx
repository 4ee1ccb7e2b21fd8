import type { ContactItem } from '@funil/contract/console/contacts';
import { HOUR_MS } from '@funil/contract/durations';
import { formatDuration, formatFullTime } from '../parts/format-time.ts';
import { Time } from '../parts/Time.tsx';
import { useNow } from '../parts/use-now.ts';

interface Props {
  /** ISO timestamps. */
  from: string;
  due: string;
}

/** A reply is urgent when less time than this is left. */
const URGENT_MS = 6 * HOUR_MS;

function describe(left: number): string {
  if (left < 0) return `atrasada ${formatDuration(-left)}`;
  const span = formatDuration(left);
  return `${/^(1|menos) /.test(span) ? 'falta' : 'faltam'} ${span}`;
}

/** The time left to reply, in words and as a bar. */
export function Deadline({ from, due }: Props) {
  const now = useNow();
  const left = Date.parse(due) - now;
  const used = Math.min(Math.max(1 - left / (Date.parse(due) - Date.parse(from)), 0), 1);
  const tone = left < 0 ? 'late' : left < URGENT_MS ? 'urgent' : 'on-time';
  return (
    <span className="deadline" data-tone={tone}>
      <time dateTime={due} title={`Responder até ${formatFullTime(due)}`}>
        {describe(left)}
      </time>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2="100" y1="5" y2="5" />
        <line className="deadline-used" x1="0" x2={used * 100} y1="5" y2="5" />
      </svg>
    </span>
  );
}

/** The time left to reply to a contact; without a deadline, the time it was created. */
export function ContactDeadline({ contact: { created_at, due_at } }: { contact: ContactItem }) {
  return due_at ? <Deadline from={created_at} due={due_at} /> : <Time at={created_at} />;
}
