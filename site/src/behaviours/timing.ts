/** `timeout` is the longest wait in ms; `delay` is the wait in Safari, which has no requestIdleCallback. */
export function whenIdle(run: () => void, timeout: number, delay?: number): void {
  window.requestIdleCallback?.(run, { timeout }) ?? setTimeout(run, delay);
}

const BACKGROUND_DELAY_MS = 1000;

/** In a background tab, which never paints, starts a second after load. A prerendered page paints once it is shown. */
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

/** Lets the visitor see the effect of a click first. Calls `run` at once in a hidden page. */
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
