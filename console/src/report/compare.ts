/** How a number stands beside the one before. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** `+12%`, `−8%`, `novo` where there was nothing, `igual`. */
  readonly words: string;
}

/** More than this many times as much says nothing as a share. */
const MOST = 10;

export function compare(now: number, before: number): Change {
  if (now === before) return { direction: 'same', words: 'igual' };
  const direction = now > before ? 'up' : 'down';
  if (before === 0) return { direction, words: 'antes, nada' };
  const share = now / before - 1;
  if (share > MOST) return { direction, words: `${Math.round(now / before)}×` };
  const percent = Math.round(Math.abs(share) * 100);
  return { direction, words: `${share > 0 ? '+' : '−'}${percent < 1 ? 'menos de 1' : percent}%` };
}
