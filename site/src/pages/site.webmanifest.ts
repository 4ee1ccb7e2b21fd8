import { loadContent } from '@funil/content/load';
import type { APIRoute } from 'astro';

export const GET: APIRoute = () => {
  const { site } = loadContent();
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    name: `${site.product}${site.titleSuffix}`,
    short_name: site.product,
    description: site.description,
    lang: site.locale,
    start_url: '/',
    display: 'browser',
    background_color: site.themeColor,
    theme_color: site.themeColor,
    icons: [
      icon('icone-192', 192, 'any'),
      icon('icone-512', 512, 'any'),
      icon('icone-maskable-512', 512, 'maskable'),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  });
};
