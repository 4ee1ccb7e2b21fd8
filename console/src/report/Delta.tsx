import { formatCount } from '@funil/contract/counts';

interface Props {
  now: number;
  before: number;
  format: (value: number) => string;
  /** Such as refunds. */
  isLessBetter?: boolean;
}

const DELTA_TONES = { good: 'text-good', bad: 'text-bad', same: 'font-normal text-muted' } as const;
const DIRECTION_LABELS = { up: 'a mais', down: 'a menos', same: '' } as const;

export function Delta({ now, before, format, isLessBetter = false }: Props) {
  const { direction, text } = describeChange(now, before);
  const isGood = (direction === 'up') !== isLessBetter;
  const tone = direction === 'same' ? 'same' : isGood ? 'good' : 'bad';
  return (
    <span className="xs:*:whitespace-nowrap" data-tone={tone}>
      <strong className={DELTA_TONES[tone]}>
        {text}
        <span className="sr-only"> {DIRECTION_LABELS[direction]}</span>
      </strong>{' '}
      {before !== 0 && direction !== 'same' && (
        <span className="text-muted">
          <span className="sr-only">que no período anterior, </span>
          antes {format(before)}
        </span>
      )}
    </span>
  );
}

/** Beyond this ratio, a change is written as a multiple. */
const MAX_PERCENT_RATIO = 10;

/**
 * Returns `+12%`, `−8%`, `24×`, `igual`, `quase igual` or `antes, nada`; if an amount is negative, `subiu` or `caiu`.
 */
export function describeChange(now: number, before: number) {
  if (now === before) return { direction: 'same', text: 'igual' } as const;
  const direction = now > before ? 'up' : 'down';
  if (before === 0) return { direction, text: 'antes, nada' } as const;
  if (before < 0 || now < 0) return { direction, text: now > before ? 'subiu' : 'caiu' } as const;
  const relativeChange = now / before - 1;
  if (relativeChange > MAX_PERCENT_RATIO)
    return { direction, text: `${formatCount(Math.round(now / before))}×` } as const;
  const percent = Math.round(Math.abs(relativeChange) * 100);
  if (percent < 1) return { direction: 'same', text: 'quase igual' } as const;
  return { direction, text: `${relativeChange > 0 ? '+' : '−'}${percent}%` } as const;
}
