import react from '@astrojs/react';
import { loadContent } from '@funil/content/load';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { readBackend } from './build/backend.ts';
import { calmIslands } from './build/calm-islands.ts';
import { contentPictures } from './build/content-pictures.ts';
import { finishPages } from './build/finish-pages.ts';
import { formProps } from './build/form-props.ts';
import { adsAccount } from './build/google-ads.ts';
import { inlineScripts } from './build/inline-script.ts';
import { contentFacts } from './build/site-facts.ts';
import { subsetFonts } from './build/subset-fonts.ts';
import { watchContent } from './build/watch-content.ts';

const { site } = loadContent();
const { url, tracking, theme } = site;
const backend = readBackend(process.env);

await subsetFonts(new URL('./src/layout/fonts/', import.meta.url), theme?.fonts);

export default defineConfig({
  site: url,
  integrations: [
    react(),
    calmIslands(),
    finishPages(
      {
        backend: backend.url,
        hasGtag: tracking.gtag !== null,
        hasPixel: tracking.pixel !== null,
        adsAccount: adsAccount(tracking.gtag, tracking.adsConversion),
      },
      contentFacts(site),
    ),
  ],
  build: { inlineStylesheets: 'always', format: 'file' },
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1', port: 4321 },
  vite: {
    // Settings are in the repository's `.env`, read by what starts the build; no second place.
    envDir: false,
    plugins: [tailwindcss(), contentPictures(), formProps(), inlineScripts(), watchContent()],
    server: { proxy: { '/rest': process.env.CAPTURE_API ?? 'http://127.0.0.1:3000' } },
  },
});
