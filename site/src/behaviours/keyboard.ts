/** Less than any phone's keyboard, more than a browser's bars. */
const LEAST_KEYBOARD = 120;

interface Viewport {
  height: number;
  /** How far it has been pushed down by the browser. */
  offsetTop: number;
  /** Zoomed in, a viewport shows less of the page without any keyboard. */
  scale: number;
}

/** What an open keyboard leaves of the page, in CSS pixels, or `undefined` where there is none. */
export function aboveKeyboard(
  pageHeight: number,
  { height, offsetTop, scale }: Viewport,
): { top: number; height: number } | undefined {
  if (pageHeight - height * scale < LEAST_KEYBOARD) return undefined;
  return { top: offsetTop, height };
}

/**
 * Keeps a dialog above the phone's keyboard, which covers the page without resizing it.
 * @returns ends it
 */
export function watchKeyboard(dialog: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const update = () => {
    const room = aboveKeyboard(document.documentElement.clientHeight, viewport);
    dialog.style.top = room ? `${room.top}px` : '';
    dialog.style.height = room ? `${room.height}px` : '';
  };
  const events = ['resize', 'scroll'] as const;
  for (const event of events) viewport.addEventListener(event, update);
  return () => {
    for (const event of events) viewport.removeEventListener(event, update);
    dialog.style.top = '';
    dialog.style.height = '';
  };
}
