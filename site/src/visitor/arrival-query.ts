import { UTM_STORAGE_KEY } from '@funil/contract/utm';
import { localRecords } from './storage.ts';

/**
 * Stores the query of a first visit's address for `readOrStoreUtms`, whose script may never arrive. Part of the inline
 * script, which has no room for `parseUtms`.
 */
export function storeArrivalQuery(): void {
  if (localRecords.read(UTM_STORAGE_KEY)) return;
  const { search } = window.location;
  localRecords.write(UTM_STORAGE_KEY, { query: search, origem_timestamp: new Date() });
}

/** Returns the stored UTMs. While only a query is stored, the server reads the UTMs from the page's address. */
export const readStoredUtms = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(localRecords.read(UTM_STORAGE_KEY))).flatMap(([name, text]) =>
      /^(utm|orig)/.test(name) ? [[name, `${text}`]] : [],
    ),
  );
