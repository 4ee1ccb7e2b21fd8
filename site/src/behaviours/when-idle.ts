/**
 * Runs when the browser has nothing else to do.
 * @param timeout longest wait for that, in ms
 * @param pause wait in ms, none without it, where the browser cannot tell: Safari has no requestIdleCallback
 */
export function whenIdle(run: () => void, timeout: number, pause?: number): void {
  window.requestIdleCallback?.(run, { timeout }) ?? setTimeout(run, pause);
}
