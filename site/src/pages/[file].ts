import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findContentFolder } from '@funil/content/folder';
import type { APIRoute } from 'astro';

/** Files that browsers look for under a name of their own, and their types. */
const FILES = {
  'favicon.ico': 'image/x-icon',
  'icone.svg': 'image/svg+xml',
  'icone-180.png': 'image/png',
  'icone-192.png': 'image/png',
  'icone-512.png': 'image/png',
  'icone-maskable-512.png': 'image/png',
};

export function getStaticPaths() {
  return Object.entries(FILES).map(([file, type]) => ({ params: { file }, props: { file, type } }));
}

export const GET: APIRoute<{ file: string; type: string }> = ({ props }) =>
  new Response(readFileSync(join(findContentFolder(), 'images', props.file)), {
    headers: { 'content-type': props.type },
  });
