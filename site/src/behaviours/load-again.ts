/** Waits before the tries after the first, in ms. */
const WAITS = [1_000, 4_000, 15_000];

/** Until a try is worth it: without any line there is nothing to wait for but the line. */
const untilWorthIt = (wait: number) =>
  new Promise<unknown>((go) => {
    if (navigator.onLine) setTimeout(go, wait);
    else window.addEventListener('online', go, { once: true });
  });

/**
 * Loads code, again where the line was gone for a moment; browsers that keep a failure go on without.
 * @throws what the last try threw
 */
export async function loadAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const wait of WAITS) {
    try {
      return await load();
    } catch {
      await untilWorthIt(wait);
    }
  }
  return load();
}
