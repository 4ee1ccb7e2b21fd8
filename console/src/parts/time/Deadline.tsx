import type { ContactItem } from '@funil/contract/contacts/contacts';
import { formatDuration, HOUR_MS } from '@funil/contract/durations';
import { formatFullTime } from './format-time.ts';
import { Time } from './Time.tsx';
import { useNow } from './use-now.ts';

interface Props {
  /** ISO timestamps. */
  startAt: string;
  dueAt: string;
  /** True for a payment's expiry, false for a reply. */
  isPayment?: boolean;
}

const URGENT_BEFORE_DEADLINE_MS = 6 * HOUR_MS;

function describeTimeLeft(remainingMs: number, isPayment: boolean): string {
  const span = formatDuration(Math.abs(remainingMs));
  if (isPayment) return remainingMs < 0 ? `venceu há ${span}` : `vence em ${span}`;
  if (remainingMs < 0) return `atrasada ${span}`;
  return `${/^(1|menos) /.test(span) ? 'falta' : 'faltam'} ${span}`;
}

/** The bar appears this long before the deadline. */
const BAR_BEFORE_DEADLINE_MS = 24 * HOUR_MS;

const DEADLINE_TONES = {
  'on-time': '[--tone:var(--mark)]',
  urgent: '[--tone:var(--warn)]',
  late: 'font-semibold text-bad',
} as const;

export function Deadline({ startAt, dueAt, isPayment = false }: Props) {
  const now = useNow();
  const remainingMs = Date.parse(dueAt) - now;
  const spanMs = Math.min(BAR_BEFORE_DEADLINE_MS, Date.parse(dueAt) - Date.parse(startAt));
  const tone =
    remainingMs < 0 ? 'late' : remainingMs < URGENT_BEFORE_DEADLINE_MS ? 'urgent' : 'on-time';
  return (
    <span className={`inline-flex items-center gap-2 whitespace-nowrap ${DEADLINE_TONES[tone]}`}>
      {remainingMs > 0 && remainingMs < BAR_BEFORE_DEADLINE_MS && (
        <span className="w-7 h-2 overflow-hidden rounded-sm border border-edge" aria-hidden="true">
          <span
            className="block h-full bg-(--tone)"
            style={{ width: `${(remainingMs / spanMs) * 100}%` }}
          />
        </span>
      )}
      <time dateTime={dueAt} title={`Até ${formatFullTime(dueAt)}`}>
        {describeTimeLeft(remainingMs, isPayment)}
      </time>
    </span>
  );
}

/** Shows the contact's deadline or, without one, when the contact was created. */
export const ContactDeadline = ({ contact: { created_at, due_at } }: { contact: ContactItem }) =>
  due_at ? <Deadline startAt={created_at} dueAt={due_at} /> : <Time at={created_at} />;
