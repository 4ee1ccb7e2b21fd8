import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = ['index.html', '404.html', '500.html'];
const ASSET = /\/_astro\/[\w.~%-]+/g;

/**
 * What keeps a freshly built site from taking the place of the one before.
 * @returns one sentence a fault, in Portuguese; none when it is whole
 */
export function findFaults(folder: string): string[] {
  const missing = [...PAGES, 'site.json']
    .filter((name) => !hasContent(join(folder, name)))
    .map((name) => `${name} não foi gerado.`);
  if (missing.length > 0) return missing;
  const named = PAGES.flatMap(
    (page) => readFileSync(join(folder, page), 'utf8').match(ASSET) ?? [],
  );
  return [...new Set(named)]
    .filter((path) => !hasContent(join(folder, decodeURIComponent(path))))
    .map((path) => `A página usa ${path}, que não foi gerado.`);
}

const hasContent = (file: string): boolean => existsSync(file) && readFileSync(file).length > 0;
