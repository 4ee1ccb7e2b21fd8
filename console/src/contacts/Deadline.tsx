import { formatSpan, formatWhole } from '../parts/moments.ts';
import { useNow } from '../parts/use-now.ts';
import './deadline.css';

interface Props {
  /** When the clock began, ISO. */
  from: string;
  /** When it ends, ISO. */
  due: string;
}

/** Hours under which an answer is urgent. */
const URGENT = 6 * 3_600_000;

function describe(left: number): string {
  if (left < 0) return `atrasada ${formatSpan(-left)}`;
  const span = formatSpan(left);
  return `${/^(1|menos) /.test(span) ? 'falta' : 'faltam'} ${span}`;
}

/** The time left to answer, as a wire that is used up. */
export function Deadline({ from, due }: Props) {
  const now = useNow();
  const left = Date.parse(due) - now;
  const used = Math.min(Math.max(1 - left / (Date.parse(due) - Date.parse(from)), 0), 1);
  const tone = left < 0 ? 'late' : left < URGENT ? 'urgent' : 'calm';
  return (
    <span className="deadline" data-tone={tone}>
      <time dateTime={due} title={`Responder até ${formatWhole(due)}`}>
        {describe(left)}
      </time>
      <svg
        className="deadline-wire"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line className="deadline-whole" x1="0" x2="100" y1="5" y2="5" />
        <line className="deadline-used" x1="0" x2={used * 100} y1="5" y2="5" />
      </svg>
    </span>
  );
}
