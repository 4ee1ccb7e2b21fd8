import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findContentFolder } from '@funil/content/folder';
import type { SiteContent } from '@funil/content/schema/site';
import type { BrandLook, Logo } from './parts/Brand.tsx';
import { resolvePicture } from './pictures.ts';

function readSvg(name: string): Logo {
  const svg = readFileSync(join(findContentFolder(), 'images', name), 'utf8');
  const viewBox = /<svg[^>]*\sviewBox=["']([^"']+)["']/.exec(svg)?.[1] ?? '';
  const shapes = svg.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$|<!--[\s\S]*?-->/g, '');
  return { viewBox, shapes: shapes.trim() };
}

/** Returns the product's name and logo. */
export async function resolveBrand({ product, brand }: SiteContent): Promise<BrandLook> {
  const { logo, showName } = brand;
  if (!logo) return { product, showName };
  if (logo.endsWith('.svg')) return { product, showName, logo: readSvg(logo) };
  const sizing = { widths: [160, 320], sizes: '10rem' };
  return { product, showName, logo: await resolvePicture({ image: logo, alt: '' }, sizing) };
}
