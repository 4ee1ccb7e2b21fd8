import type { QueryClient } from '@tanstack/react-query';

/**
 * Asks anew for the queries whose key begins with a name. What runs already is not broken off, or nothing would ever
 * arrive on a slow line under a stream of changes; since its answer may be from before, one more follows it.
 */
export function makeQueryRefresher(client: QueryClient) {
  /** By name that is being refreshed: whether it was asked for again. */
  const again = new Map<string, boolean>();
  return async (name: string): Promise<void> => {
    if (again.has(name)) {
      again.set(name, true);
      return;
    }
    const filter = { queryKey: [name] };
    again.set(name, client.isFetching(filter) > 0);
    let isAgain = true;
    while (isAgain) {
      await client.invalidateQueries(filter, { cancelRefetch: false });
      isAgain = again.get(name) === true;
      again.set(name, false);
    }
    again.delete(name);
  };
}
