import type { RequestCount, RequestCounter } from '../store/capture-store.ts';

const WINDOW_MS = 60_000;
/** About 10 MB. */
const MAX_ADDRESSES = 50_000;

/**
 * Returns a counter of requests by address for one process. Unlike the plugin's own, it reads the monotonic clock: a clock
 * that is set back must not lengthen a window.
 * @param uptime in ms
 */
export function countInProcess(
  uptime = () => performance.now(),
  maxAddresses = MAX_ADDRESSES,
): Pick<RequestCounter, 'count'> {
  const windows = new Map<string, { readonly began: number; current: number }>();
  return {
    async count(address): Promise<RequestCount> {
      const now = uptime();
      let window = windows.get(address);
      if (window === undefined || now - window.began >= WINDOW_MS) {
        window = { began: now, current: 0 };
        // Deleted first, so that the map stays in the order of the windows' beginnings.
        windows.delete(address);
        windows.set(address, window);
      }
      window.current += 1;
      const [oldest] = windows.keys();
      if (windows.size > maxAddresses && oldest !== undefined) windows.delete(oldest);
      return { current: window.current, ttl: WINDOW_MS - (now - window.began) };
    },
  };
}
