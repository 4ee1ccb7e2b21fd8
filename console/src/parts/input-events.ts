import type { MouseEvent } from 'react';

/** True if a key press was handled already, is a browser's shortcut, or goes into a text field. */
function isTypingOrShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
}

/** Toasts also have the role dialog, but leave the keyboard to the view. */
const isDialogOpen = (): boolean => document.querySelector('.dialog') !== null;

/**
 * Calls the action of a pressed key, unless a dialog is open or the key goes into a field; only Escape leaves a field.
 * @param actions by key; an action that returns false leaves the key to the browser
 * @returns a function that stops listening
 */
export function onKeys(actions: Readonly<Record<string, () => unknown>>): () => void {
  const handleKeyDown = (event: KeyboardEvent) => {
    const isForField = isTypingOrShortcut(event) && event.key !== 'Escape';
    if (isForField || isDialogOpen() || !Object.hasOwn(actions, event.key)) return;
    if (actions[event.key]?.() !== false) event.preventDefault();
  };
  document.addEventListener('keydown', handleKeyDown);
  return () => document.removeEventListener('keydown', handleKeyDown);
}

/** Calls `open` in place of the link, except for a click that opens another tab or window. */
export const onPlainClick = (open: () => void) => (event: MouseEvent) => {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  event.preventDefault();
  open();
};

let paintFrame = 0;
let taskTimer: ReturnType<typeof setTimeout> | undefined;

/** Runs a task after the next paint, so that feedback appears first. A new task replaces a waiting one. */
export function afterPaint(task: () => void): void {
  cancelAnimationFrame(paintFrame);
  clearTimeout(taskTimer);
  paintFrame = requestAnimationFrame(() => {
    taskTimer = setTimeout(task);
  });
}
