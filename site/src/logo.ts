import { readFileSync } from 'node:fs';
import type { Logo } from './parts/Brand.tsx';

/** Reads an SVG logo, whose shapes become part of the page. */
export function readLogo(path: string): Logo {
  const svg = readFileSync(path, 'utf8');
  const viewBox = /<svg[^>]*\sviewBox=["']([^"']+)["']/.exec(svg)?.[1] ?? '';
  const shapes = svg.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$|<!--[\s\S]*?-->/g, '');
  return { viewBox, shapes: shapes.trim() };
}
