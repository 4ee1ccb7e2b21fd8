/** Longest wait before a try, in ms. */
const LONGEST = 60_000;

/** Until a try is worth it: without any line there is nothing to wait for but the line. */
const untilWorthIt = (wait: number) =>
  new Promise<unknown>((go) => {
    if (navigator.onLine) setTimeout(go, wait);
    window.addEventListener('online', go, { once: true });
  });

/**
 * Loads code, again where the line was gone: a second later, then four, sixteen, and every minute.
 * Firefox keeps a failure for the address; Chromium and WebKit ask again.
 * @param load told how many tries there were before
 */
export async function loadWithRetry<Module>(
  load: (tries: number) => Promise<Module>,
): Promise<Module> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load(tries);
    } catch {
      // Nothing is lost: it is asked for until it comes.
      await untilWorthIt(Math.min(4 ** tries * 1_000, LONGEST));
    }
  }
}
