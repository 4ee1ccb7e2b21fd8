/** Paths of files that have arrived. At first, these are the files that the document preloads. */
const fetchedPaths = new Set<string>();
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
  fetchedPaths.add(new URL(href).pathname);
}

const RETRY_DELAYS_MS = [500, 1_000, 2_000];

async function fetchFile(path: string, attempts = 0): Promise<void> {
  try {
    const response = await fetch(path);
    await response.text();
    // A missing file counts as fetched, because the import then fails with an error that names the file.
    if (response.status < 500) return;
    throw new Error(path);
  } catch (error) {
    const delay = RETRY_DELAYS_MS[attempts];
    if (delay === undefined || !navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, delay));
    return fetchFile(path, attempts + 1);
  }
}

/**
 * Imports a module once its files are in the browser's cache, because Firefox before 154, Chromium before 156 and
 * Safari never fetch a module again whose import failed. All imports of the built console do so (vite.config.ts).
 * @param load imports the module
 * @param files paths of the module and of its imports, without the first slash
 */
export async function importFetched<Module>(
  load: () => Promise<Module>,
  files: readonly string[],
): Promise<Module> {
  const paths = files.map((file) => `/${file}`).filter((path) => !fetchedPaths.has(path));
  await Promise.all(paths.map((path) => fetchFile(path)));
  for (const path of paths) fetchedPaths.add(path);
  return load();
}
