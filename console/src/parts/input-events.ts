import type { MouseEvent } from 'react';

/** Whether the key press was handled, is a browser shortcut, or goes into a text field. */
function isTypingOrShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
}

/** Toasts also have the role dialog, but leave the keyboard to the view. */
const isDialogOpen = (): boolean => document.querySelector('.dialog') !== null;

/**
 * A field or an open dialog takes the keys; only Escape leaves a field.
 * @param actions by key; an action that returns false leaves the key to the browser
 * @returns a function that stops listening
 */
export function followKeys(actions: Readonly<Record<string, () => unknown>>): () => void {
  const handleKeyDown = (event: KeyboardEvent) => {
    const isForField = isTypingOrShortcut(event) && event.key !== 'Escape';
    if (isForField || isDialogOpen() || !Object.hasOwn(actions, event.key)) return;
    if (actions[event.key]?.() !== false) event.preventDefault();
  };
  document.addEventListener('keydown', handleKeyDown);
  return () => document.removeEventListener('keydown', handleKeyDown);
}

/** Leaves a click that opens the link in another tab or window to the browser. */
export const onLinkClick = (open: () => void) => (event: MouseEvent) => {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  event.preventDefault();
  open();
};

let frame = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs a task after the next paint, so that feedback appears first. A new task replaces a waiting one. */
export function afterPaint(task: () => void): void {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
}
