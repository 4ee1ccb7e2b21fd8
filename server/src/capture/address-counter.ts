import { MINUTE_MS } from '@funil/contract/durations';
import type { RequestCount } from '../store/capture/capture-store.ts';

/** This many addresses need about 10 MB. */
const MAX_COUNTED_ADDRESSES = 50_000;

/** Counts an address's requests by uptime, so that no window gets longer when the machine's clock is set back. */
export function createAddressCounter(
  uptime = () => performance.now(),
  maxAddresses = MAX_COUNTED_ADDRESSES,
) {
  const windows = new Map<string, { readonly startedAt: number; requestsThisMinute: number }>();
  return {
    count(address: string, added = 1): RequestCount {
      const now = uptime();
      let window = windows.get(address);
      if (window === undefined || now - window.startedAt >= MINUTE_MS) {
        window = { startedAt: now, requestsThisMinute: 0 };
        windows.delete(address);
        windows.set(address, window);
      }
      window.requestsThisMinute += added;
      const [oldest] = windows.keys();
      if (windows.size > maxAddresses && oldest !== undefined) windows.delete(oldest);
      return {
        requestsThisMinute: window.requestsThisMinute,
        remainingMs: MINUTE_MS - (now - window.startedAt),
      };
    },
  };
}
