/**
 * Runs when the browser has nothing else to do.
 * @param timeout longest wait for that, in ms
 * @param pause wait in ms, none without it, where the browser cannot tell: Safari has no requestIdleCallback
 */
export function whenIdle(run: () => void, timeout: number, pause?: number): void {
  window.requestIdleCallback?.(run, { timeout }) ?? setTimeout(run, pause);
}

/** A page in the background is never painted: it starts this long after loading. */
const BACKGROUND_WAIT_MS = 1000;

/**
 * Runs `start` after the first contentful paint, when the browser is idle: files fetched then delay neither
 * that paint nor the answer to an early tap.
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
  window.addEventListener('load', () => setTimeout(startOnce, BACKGROUND_WAIT_MS));
}

/** Runs once the page has loaded. */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run();
  else window.addEventListener('load', run, { once: true });
}

/** Runs when the page has loaded and has nothing else to do. */
export function whenLoadedAndIdle(run: () => void): void {
  afterLoad(() => whenIdle(run, 3000, 1500));
}

/** Runs after the next paint, so that the answer to a press comes first; at once in a hidden page. */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') run();
  else requestAnimationFrame(() => setTimeout(run));
}

/** How far below the window a part counts as near. */
const NEAR_MARGIN = '800px 0px';

/** Runs `start` once, when the part comes near the window. */
export function whenNear(part: Element, start: () => void): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      start();
    },
    { rootMargin: NEAR_MARGIN },
  );
  observer.observe(part);
}
