import { whenIdle } from './when-idle.ts';

/** A page in the background is not painted; it goes on this long after loading, in ms. */
const PATIENCE = 1000;

/**
 * Runs `start` once the visitor sees something and the browser has drawn breath: what is fetched then
 * delays neither that paint nor the answer to a tap made at once.
 */
export function afterFirstPaint(start: () => void): void {
  let isStarted = false;
  const startOnce = () => {
    if (isStarted) return;
    isStarted = true;
    whenIdle(start, 200);
  };
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) startOnce();
  }).observe({ type: 'paint', buffered: true });
  window.addEventListener('load', () => setTimeout(startOnce, PATIENCE));
}
