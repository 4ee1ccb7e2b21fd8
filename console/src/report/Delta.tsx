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

/** How a number stands beside the one before. */
interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** `+12%`, `−8%`, `24×`, `igual`, `antes, nada`. */
  readonly words: string;
}

/** Larger changes are written as a multiple. */
const MAX_SHARE = 10;

export function compare(now: number, before: number): Change {
  if (now === before) return { direction: 'same', words: 'igual' };
  const direction = now > before ? 'up' : 'down';
  if (before === 0) return { direction, words: 'antes, nada' };
  const share = now / before - 1;
  if (share > MAX_SHARE) return { direction, words: `${Math.round(now / before)}×` };
  const percent = Math.round(Math.abs(share) * 100);
  return { direction, words: `${share > 0 ? '+' : '−'}${percent < 1 ? 'menos de 1' : percent}%` };
}
