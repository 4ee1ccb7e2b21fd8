/** A page in the background is not painted; it goes on this long after loading, in ms. */
const PATIENCE = 1000;
/** Longest wait for an idle moment after the paint, in ms. */
const IDLE_PATIENCE = 200;

/**
 * Runs `start` once the visitor sees something and the browser has drawn breath: what is fetched then
 * delays neither that paint nor the answer to a tap made at once.
 */
export function afterFirstPaint(start: () => void): void {
  let isStarted = false;
  const startOnce = () => {
    if (isStarted) return;
    isStarted = true;
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => start(), { timeout: IDLE_PATIENCE });
    else setTimeout(start);
  };
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) startOnce();
  }).observe({ type: 'paint', buffered: true });
  window.addEventListener('load', () => setTimeout(startOnce, PATIENCE));
}
