import { formatCount } from '@funil/contract/counts';

interface Props {
  value: number;
  before: number;
  format: (value: number) => string;
  /** True for an amount such as refunds, for which a decrease is good. */
  isLessBetter?: boolean;
}

const DELTA_TONES = { good: 'text-good', bad: 'text-bad', same: 'font-normal text-muted' } as const;
const DIRECTION_LABELS = { up: 'a mais', down: 'a menos', same: '' } as const;

export function Delta({ value, before, format, isLessBetter = false }: Props) {
  const { direction, text } = describeChange(value, before);
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

/** Returns `+12%`, `−8%`, `24×`, `igual`, `quase igual` or `antes, nada`; for negative amounts `subiu`, `caiu`. */
export function describeChange(value: number, before: number) {
  if (value === before) return { direction: 'same', text: 'igual' } as const;
  const direction = value > before ? 'up' : 'down';
  if (before === 0) return { direction, text: 'antes, nada' } as const;
  if (before < 0 || value < 0)
    return { direction, text: value > before ? 'subiu' : 'caiu' } as const;
  const relativeChange = value / before - 1;
  if (relativeChange > MAX_PERCENT_RATIO)
    return { direction, text: `${formatCount(Math.round(value / before))}×` } as const;
  const percent = Math.round(Math.abs(relativeChange) * 100);
  if (percent < 1) return { direction: 'same', text: 'quase igual' } as const;
  return { direction, text: `${relativeChange > 0 ? '+' : '−'}${percent}%` } as const;
}
