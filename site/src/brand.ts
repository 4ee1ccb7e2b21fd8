import { join } from 'node:path';
import { findContentFolder } from '@funil/content/folder';
import type { SiteContent } from '@funil/content/schema/site';
import { readLogo } from './logo.ts';
import type { BrandLook } from './parts/Brand.tsx';
import { resolvePicture } from './pictures.ts';

/** Returns the product's name and logo. */
export async function resolveBrand({ product, brand }: SiteContent): Promise<BrandLook> {
  const { logo, showName } = brand;
  if (!logo) return { product, showName };
  if (logo.endsWith('.svg'))
    return { product, showName, logo: readLogo(join(findContentFolder(), 'images', logo)) };
  const sizing = { widths: [160, 320], sizes: '10rem' };
  return { product, showName, logo: await resolvePicture({ image: logo, alt: '' }, sizing) };
}
