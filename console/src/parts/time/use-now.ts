import { makeStore } from '../../make-store.ts';

const CLOCK_INTERVAL_MS = 30_000;

const clock = makeStore(Date.now());
setInterval(() => clock.set(Date.now()), CLOCK_INTERVAL_MS);

/** In ms since 1970, updated every 30 s by one timer for all components. */
export const useNow = clock.useValue;
