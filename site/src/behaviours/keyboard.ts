/** Height in CSS pixels that is smaller than any phone's keyboard and larger than a browser's bars. */
const MIN_KEYBOARD_HEIGHT_PX = 120;

interface Viewport {
  height: number;
  /** The distance in CSS pixels from the layout's upper edge to that of the visible part. */
  offsetTop: number;
  scale: number;
}

/** Returns the visible part of the page in CSS pixels; `undefined` without a keyboard. */
export function areaAboveKeyboard(
  pageHeight: number,
  { height, offsetTop, scale }: Viewport,
): { top: number; height: number } | undefined {
  // Zooming in also shrinks the viewport.
  if (pageHeight - height * scale < MIN_KEYBOARD_HEIGHT_PX) return undefined;
  return { top: offsetTop, height };
}

/** Some browsers send no event when the keyboard closes. */
const KEYBOARD_CHECK_MS = 400;

/**
 * Keeps a dialog above the phone's keyboard, which covers the page without resizing it.
 * @returns a function that stops watching and restores the dialog
 */
export function watchKeyboard(dialog: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  let heightBefore: number | undefined;
  const fitDialog = () => {
    const area = areaAboveKeyboard(document.documentElement.clientHeight, viewport);
    dialog.style.top = area ? `${area.top}px` : '';
    dialog.style.height = area ? `${area.height}px` : '';
    // While the visitor zooms in, the fingers decide which part shows.
    if (viewport.scale !== 1) return;
    // Browsers scroll to the focused field before the dialog has its new height.
    if (area && area.height !== heightBefore)
      dialog.querySelector(':focus')?.scrollIntoView({ block: 'nearest' });
    heightBefore = area?.height;
  };
  const events = ['resize', 'scroll'] as const;
  for (const event of events) viewport.addEventListener(event, fitDialog);
  const timer = setInterval(fitDialog, KEYBOARD_CHECK_MS);
  return () => {
    clearInterval(timer);
    for (const event of events) viewport.removeEventListener(event, fitDialog);
    dialog.style.top = '';
    dialog.style.height = '';
  };
}
