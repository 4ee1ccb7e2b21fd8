import { type ButtonClick, sanitizeLabel } from '@funil/contract/capture/journey';
import { isoTime } from '@funil/contract/sanitize';

const BUTTON_SELECTOR =
  'button, [role="button"], input[type="submit"], input[type="button"], summary';

/** Returns the nearest ancestor's `data-section`, else its class `…-section`, else its id. */
export function findSection(button: Element): string {
  const sectionName = button.closest('[data-section]')?.getAttribute('data-section');
  if (sectionName) return sanitizeLabel(sectionName);
  for (let node = button.parentElement; node; node = node.parentElement) {
    const sectionClass = [...node.classList].find((className) => className.endsWith('-section'));
    if (sectionClass) return sanitizeLabel(sectionClass);
  }
  // The id of `html` is an anchor and names no section.
  const ancestorWithId = button.parentElement?.closest('[id]:not(html)');
  return sanitizeLabel(ancestorWithId?.id) || 'unknown_section';
}

export const findLabel = (button: Element): string =>
  sanitizeLabel(button.textContent) ||
  sanitizeLabel(button.getAttribute('aria-label')) ||
  'unknown_button';

/** Returns undefined for a click outside buttons. `time` is in ms since the epoch. */
export function describeClick(
  target: EventTarget | null,
  time: number,
): (ButtonClick & { secao: string }) | undefined {
  const button = target instanceof Element ? target.closest(BUTTON_SELECTOR) : null;
  if (!button) return undefined;
  return { botao: findLabel(button), timestamp: isoTime(time), secao: findSection(button) };
}
