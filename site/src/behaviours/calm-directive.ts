import type { ClientDirective } from 'astro';
import { afterFirstPaint } from './after-first-paint.ts';

/** Longest wait for an idle moment, in ms. */
const PATIENCE = 2000;

/** `client:calm`: hydrates an island when the first paint is done and the page is idle. */
const calm: ClientDirective = (load) => {
  const hydrate = async () => (await load())();
  afterFirstPaint(() => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(hydrate, { timeout: PATIENCE });
    else setTimeout(hydrate, PATIENCE / 10);
  });
};

export default calm;
