/** A page in the background is not painted; it goes on this long after loading, in ms. */
const PATIENCE = 1000;

/** Runs `start` once the visitor sees something: what is fetched then delays nothing that is seen. */
export function afterFirstPaint(start: () => void): void {
  let isStarted = false;
  const startOnce = () => {
    if (isStarted) return;
    isStarted = true;
    start();
  };
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) startOnce();
  }).observe({ type: 'paint', buffered: true });
  window.addEventListener('load', () => setTimeout(startOnce, PATIENCE));
}
