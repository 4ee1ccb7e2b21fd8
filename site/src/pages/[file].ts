import { loadContent } from '@funil/content/load';
import type { SiteContent } from '@funil/content/schema/site';
import type { APIRoute } from 'astro';
import { iconNames, makeIcon } from '../icons.ts';

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const writeSitemap = (url: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>${escapeXml(url)}/</loc></url>
</urlset>
`;

const manifestIcon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const makeManifest = (site: SiteContent) => ({
  name: `${site.product}${site.titleSuffix}`,
  short_name: site.product,
  description: site.description,
  lang: site.locale,
  start_url: '/',
  display: 'browser',
  background_color: site.themeColor,
  theme_color: site.themeColor,
  icons: [
    manifestIcon('icone-192', 192, 'any'),
    manifestIcon('icone-512', 512, 'any'),
    manifestIcon('icone-maskable-512', 512, 'maskable'),
  ],
});

const TEXT_WRITERS: Record<string, (site: SiteContent) => string> = {
  'robots.txt': ({ url }) => `User-agent: *\nAllow: /\n\nSitemap: ${url}/sitemap.xml\n`,
  'sitemap.xml': ({ url }) => writeSitemap(url),
  'site.webmanifest': (site) => JSON.stringify(makeManifest(site)),
};
const CONTENT_TYPES: Record<string, string> = {
  ico: 'image/x-icon',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  webmanifest: 'application/manifest+json',
};

export const getStaticPaths = () =>
  [...iconNames(loadContent().site), ...Object.keys(TEXT_WRITERS)].map((file) => ({
    params: { file },
    props: { file },
  }));

export const GET: APIRoute<{ file: string }> = async ({ props: { file } }) => {
  const { site } = loadContent();
  const body = TEXT_WRITERS[file]?.(site) ?? new Uint8Array(await makeIcon(file, site));
  return new Response(body, {
    headers: { 'content-type': CONTENT_TYPES[file.split('.').at(-1) ?? ''] ?? '' },
  });
};
