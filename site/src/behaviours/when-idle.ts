/** Longest wait for an idle moment once the page has loaded, in ms. */
const PATIENCE = 3000;

/** Runs once the page has loaded. */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run();
  else window.addEventListener('load', run, { once: true });
}

/** Runs when the page has loaded and has nothing else to do. */
export function whenIdle(run: () => void): void {
  afterLoad(() => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: PATIENCE });
    else setTimeout(run, PATIENCE / 2);
  });
}
