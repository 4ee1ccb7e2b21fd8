/**
 * Runs once what a press has brought about is painted, so that it does not delay the answer; at once
 * where nothing is painted any more.
 */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') run();
  else requestAnimationFrame(() => setTimeout(run));
}
