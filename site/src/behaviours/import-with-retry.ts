declare global {
  interface Window {
    /** The built page calls this instead of `import()` (build/retry-imports.ts). */
    funilImport: typeof importWithRetry;
  }
}

const fetchByUrl: Record<string, Promise<unknown> | undefined> = {};

async function fetchWithImports(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(url);
  const imports = (await response.text()).matchAll(/(?:from|import)"\.(\/[^"]+)/g);
  return Promise.all([...imports].map(([, file]) => fetchOnce(`/_astro${file}`)));
}

/** Fetches a module's file, and the files that it imports, into the browser's cache. */
function fetchOnce(url: string): Promise<unknown> {
  fetchByUrl[url] ??= fetchWithImports(url).catch((error) => {
    fetchByUrl[url] = undefined;
    throw error;
  });
  return fetchByUrl[url];
}

const MAX_RETRY_DELAY_MS = 60_000;

const waitForRetry = (delay: number) =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, delay);
    window.addEventListener('online', resolve, { once: true });
  });

/**
 * Imports a module once its files are in the browser's cache, because Firefox before 154, Chromium before 156 and
 * Safari never fetch a module again whose import failed. Retries after 1 s, 4 s, 16 s, then every minute.
 */
export async function importWithRetry<Module>(
  url: string,
  reportOutcome?: (hasFailed: boolean) => void,
  load: () => Promise<Module> = () => import(/* @vite-ignore */ url),
): Promise<Module> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      await fetchOnce(url);
      reportOutcome?.(false);
      return await load();
    } catch {
      reportOutcome?.(true);
      await waitForRetry(Math.min(4 ** attempts * 1_000, MAX_RETRY_DELAY_MS));
    }
  }
}
