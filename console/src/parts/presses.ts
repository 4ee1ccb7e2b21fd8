/** Whether a key belongs to what has the focus: words being typed, or a browser's own combination. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
}

/** Whether something lies above the view that has the keyboard for itself; a notice is a dialog, too, and has not. */
export const isCovered = (): boolean => document.querySelector('.dialog') !== null;
