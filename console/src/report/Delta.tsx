import { compare } from './compare.ts';

interface Props {
  now: number;
  before: number;
  /** What was before, for eyes. */
  told: string;
  /** Whether less of it is better, as of refunds. */
  isBad?: boolean;
}

const SAID = { up: 'a mais', down: 'a menos', same: '' } as const;

/** How a number stands beside the same one in the days before. */
export function Delta({ now, before, told, isBad = false }: Props) {
  const { direction, words } = compare(now, before);
  const isGood = direction === 'same' ? null : (direction === 'up') !== isBad;
  return (
    <span className="delta" data-tone={isGood === null ? 'same' : isGood ? 'good' : 'bad'}>
      <strong>
        {words}
        <span className="out-of-sight"> {SAID[direction]}</span>
      </strong>{' '}
      {before > 0 && direction !== 'same' && (
        <span className="muted">
          <span className="out-of-sight">que no período anterior: </span>
          {told}
        </span>
      )}
    </span>
  );
}
