import { afterPaint, whenIdle } from '../../behaviours/timing.ts';

/** By then what a press has brought about is over, in ms. */
const QUIET_AFTER = 700;

/**
 * Lets the browser lay out what is not shown yet, part by part and when it has nothing else to do, so that
 * the press that shows a step finds it ready (application-form.css).
 * @param parts each is marked `data-ahead` from then on
 * @returns ends it
 */
export function layOutAhead(parts: readonly Element[]): () => void {
  const waiting = parts.filter((part) => !part.hasAttribute('data-ahead'));
  const layOutNext = () => {
    const part = waiting.shift();
    if (!part) return;
    part.setAttribute('data-ahead', '');
    afterPaint(goOn);
  };
  const goOn = () => whenIdle(layOutNext, 2000);
  const timer = setTimeout(goOn, QUIET_AFTER);
  return () => {
    clearTimeout(timer);
    waiting.length = 0;
  };
}
