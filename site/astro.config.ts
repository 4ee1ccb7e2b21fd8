import react from '@astrojs/react';
import { loadContent } from '@funil/content/load';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { inlineScripts } from './build/inline-script.ts';
import { subsetFonts } from './build/subset-fonts.ts';

await subsetFonts(new URL('./src/layout/fonts/', import.meta.url));

export default defineConfig({
  site: loadContent().site.url,
  integrations: [react()],
  build: { inlineStylesheets: 'always', format: 'file' },
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1', port: 4321 },
  vite: {
    plugins: [tailwindcss(), inlineScripts()],
    envDir: '..',
  },
});
