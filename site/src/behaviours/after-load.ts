import { whenIdle } from './when-idle.ts';

/** Runs once the page has loaded. */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run();
  else window.addEventListener('load', run, { once: true });
}

/** Runs when the page has loaded and has nothing else to do. */
export function whenLoadedAndIdle(run: () => void): void {
  afterLoad(() => whenIdle(run, 3000, 1500));
}
