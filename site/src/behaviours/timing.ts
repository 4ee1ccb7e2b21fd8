/**
 * Calls `run` when the browser is idle.
 * @param timeout longest wait, in ms
 * @param delay wait in ms in Safari, which has no requestIdleCallback
 */
export function whenIdle(run: () => void, timeout: number, delay?: number): void {
  window.requestIdleCallback?.(run, { timeout }) ?? setTimeout(run, delay);
}

const BACKGROUND_DELAY_MS = 1000;

/**
 * Calls `start` after the first contentful paint, when the page is idle; in a background tab, which
 * never paints, one second after load. A prerendered page paints, and is a visit, once it is shown.
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
  const startHidden = () => {
    if (!document.prerendering) startOnce();
  };
  window.addEventListener('load', () => setTimeout(startHidden, BACKGROUND_DELAY_MS));
}

export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run();
  else window.addEventListener('load', run, { once: true });
}

export function whenLoadedAndIdle(run: () => void): void {
  afterLoad(() => whenIdle(run, 3000, 1500));
}

/**
 * Calls `run` after the next paint, so that the visitor sees the effect of a click first. Calls it at once in a
 * hidden page.
 */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') run();
  else requestAnimationFrame(() => setTimeout(run));
}

export function whenNear(element: Element, start: () => void): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      start();
    },
    { rootMargin: '800px 0px' },
  );
  observer.observe(element);
}
