import type { RequestCount, RequestCounter } from '../store/capture-store.ts';

const COUNT_WINDOW_MS = 60_000;
/** This many addresses need about 10 MB. */
const MAX_COUNTED_ADDRESSES = 50_000;

/**
 * Returns a counter of requests by address for one process. Unlike the plugin's own, it reads the monotonic clock, so
 * that setting the system clock back does not lengthen a window.
 * @param uptime in ms
 */
export function countInProcess(
  uptime = () => performance.now(),
  maxAddresses = MAX_COUNTED_ADDRESSES,
): Pick<RequestCounter, 'count'> {
  const windows = new Map<string, { readonly startedAt: number; current: number }>();
  return {
    async count(address): Promise<RequestCount> {
      const now = uptime();
      let window = windows.get(address);
      if (window === undefined || now - window.startedAt >= COUNT_WINDOW_MS) {
        window = { startedAt: now, current: 0 };
        // Deleted first, so that the map keeps the order of the windows' starts.
        windows.delete(address);
        windows.set(address, window);
      }
      window.current += 1;
      const [oldest] = windows.keys();
      if (windows.size > maxAddresses && oldest !== undefined) windows.delete(oldest);
      return { current: window.current, ttl: COUNT_WINDOW_MS - (now - window.startedAt) };
    },
  };
}
