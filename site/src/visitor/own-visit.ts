import { localRecords, type RecordStorage } from './storage.ts';

const STORAGE_KEY = 'funil_ignorar';
const PARAMETER = 'funil';

/** What an address asks for: this browser's visits left out of the numbers, or counted again. */
export function readWish(query: string): 'ignore' | 'count' | undefined {
  const value = new URLSearchParams(query).get(PARAMETER);
  if (value === 'ignorar') return 'ignore';
  return value === 'contar' ? 'count' : undefined;
}

/**
 * Whether this browser is the operator's own, whose visits count nowhere. The address has the first
 * word, and what it says is remembered.
 */
export function isOwnVisit(
  query = window.location.search,
  storage: RecordStorage = localRecords,
): boolean {
  const wasOwn = storage.read(STORAGE_KEY) === true;
  const wish = readWish(query);
  const isOwn = wish ? wish === 'ignore' : wasOwn;
  if (isOwn !== wasOwn) storage.write(STORAGE_KEY, isOwn);
  return isOwn;
}

/** Takes the wish out of the address bar: a link copied from there would mark another's browser. */
export function forgetWish(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
}
