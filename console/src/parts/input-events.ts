import type { MouseEvent } from 'react';

/** Whether a key belongs to what has the focus: words being typed, or a browser's own combination. */
export function isTypingOrShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
}

/** Whether something lies above the view that has the keyboard for itself; a notice is a dialog, too, and has not. */
export const isDialogOpen = (): boolean => document.querySelector('.dialog') !== null;

/** A press that the browser itself makes something of: another tab, another window. */
export const opensElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

let frame = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Does something once what the press has changed already is painted: fingers see an answer at once, however much
 * follows. Of several presses in between, the last one counts.
 */
export function afterPaint(task: () => void): void {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
}
