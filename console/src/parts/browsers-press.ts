import type { MouseEvent } from 'react';

/** A press that the browser itself makes something of: another tab, another window. */
export const isBrowsersPress = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
