import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '../site/dist');

const STRIPPED = [
  /<script\b[^>]*>[\s\S]*?<\/script>/g,
  /@font-face\s*\{[^}]*\}/g,
  /<picture\b[\s\S]*?<\/picture>/g,
  /<img\b[^>]*>/g,
  /<svg\b[\s\S]*?<\/svg>/g,
  /<link\b[^>]*rel="(?:modulepreload|icon|apple-touch-icon|manifest)"[^>]*>/g,
];

/**
 * Copies the built site with scripts, fonts and pictures taken out of the page: what remains is
 * the least any design of this content could cost.
 * @returns the folder of the copy
 */
export function makeFloor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'funil-floor-'));
  cpSync(DIST, folder, { recursive: true });
  let html = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const pattern of STRIPPED) html = html.replace(pattern, '');
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(html));
  writeFileSync(join(folder, 'index.html.gz'), gzipSync(html));
  return folder;
}
