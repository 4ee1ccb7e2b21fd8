import { loadContent } from '@funil/content/load';
import type { APIRoute } from 'astro';
import { iconNames, makeIcon } from '../icons.ts';

const TYPES: Record<string, string> = {
  ico: 'image/x-icon',
  png: 'image/png',
  svg: 'image/svg+xml',
};

export function getStaticPaths() {
  return iconNames(loadContent().site).map((file) => ({ params: { file }, props: { file } }));
}

export const GET: APIRoute<{ file: string }> = async ({ props: { file } }) => {
  const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const icon = await makeIcon(file, loadContent().site);
  return new Response(new Uint8Array(icon), { headers: { 'content-type': type } });
};
