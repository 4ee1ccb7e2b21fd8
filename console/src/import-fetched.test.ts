import { expect, test, vi } from 'vitest';

/** Answers `/a.js` and `/b.js`, but fails the first request for `/b.js`, as a weak network does. */
async function withWeakNetwork(isOnline: boolean) {
  const requestedPaths: string[] = [];
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('navigator', { onLine: isOnline });
  vi.stubGlobal('fetch', async (path: string) => {
    const isFirst = !requestedPaths.includes(path);
    requestedPaths.push(path);
    if (path === '/b.js' && isFirst) throw new TypeError('Failed to fetch');
    return new Response('');
  });
  vi.resetModules();
  const { importFetched } = await import('./import-fetched.ts');
  return { asked: requestedPaths, importFetched };
}

test('imports a module only after all its files have arrived, and fetches each of them once', async () => {
  const { asked, importFetched } = await withWeakNetwork(true);
  vi.useFakeTimers();
  const load = vi.fn(async () => [...asked]);
  const loaded = importFetched(load, ['a.js', 'b.js']);
  await vi.runAllTimersAsync();
  expect(await loaded).toEqual(['/a.js', '/b.js', '/b.js']);
  await importFetched(load, ['a.js', 'b.js']);
  expect(asked).toHaveLength(3);
  vi.useRealTimers();
});

test('does not import a module whose file cannot be fetched offline', async () => {
  const { importFetched } = await withWeakNetwork(false);
  const load = vi.fn();
  await expect(importFetched(load, ['b.js'])).rejects.toThrow('Failed to fetch');
  expect(load).not.toHaveBeenCalled();
});
