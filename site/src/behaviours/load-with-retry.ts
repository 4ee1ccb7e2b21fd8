const MAX_DELAY_MS = 60_000;

/** The wait also ends when the network comes back. */
const waitForRetry = (delay: number) =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, delay);
    window.addEventListener('online', resolve, { once: true });
  });

/**
 * After 1 s, 4 s, 16 s, then every minute. Firefox, and Chromium before 156, cache a failed import by its address.
 * @param load gets the number of failed attempts
 */
export async function loadWithRetry<Module>(
  load: (attempts: number) => Promise<Module>,
  onFailed?: () => void,
): Promise<Module> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await load(attempts);
    } catch {
      onFailed?.();
      await waitForRetry(Math.min(4 ** attempts * 1_000, MAX_DELAY_MS));
    }
  }
}
