import { isoTime } from '@funil/contract/fit';
import { type ButtonClick, fitLabel } from '@funil/contract/journey';

const BUTTON = 'button, [role="button"], input[type="submit"], input[type="button"], summary';

/** The section a button belongs to: its nearest ancestor by mark, then by class, then by id. */
export function findSection(button: Element): string {
  const marked = button.closest('[data-section]')?.getAttribute('data-section');
  if (marked) return fitLabel(marked);
  for (let node = button.parentElement; node; node = node.parentElement) {
    const name = [...node.classList].find((entry) => entry.endsWith('-section'));
    if (name) return fitLabel(name);
  }
  // The document's own id is an anchor, and encloses everything.
  const named = button.parentElement?.closest('[id]:not(html)');
  return fitLabel(named?.id) || 'unknown_section';
}

/** A button's name: its text, then its aria-label. */
export function findLabel(button: Element): string {
  return (
    fitLabel(button.textContent) || fitLabel(button.getAttribute('aria-label')) || 'unknown_button'
  );
}

/** A click on a button of the page: it always has a section, be it `unknown_section`. */
type Click = ButtonClick & { secao: string };

/**
 * What a click on the page was, or `undefined` where it hit no button.
 * @param time when it happened, in ms since the epoch
 */
export function describeClick(target: EventTarget | null, time: number): Click | undefined {
  const button = target instanceof Element ? target.closest(BUTTON) : null;
  if (!button) return undefined;
  return {
    botao: findLabel(button),
    timestamp: isoTime(time),
    secao: findSection(button),
  };
}
