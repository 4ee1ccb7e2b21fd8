import react from '@astrojs/react';
import { loadContent } from '@funil/content/load';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { explainBackend, readBackendOrigin } from './build/backend.ts';
import { contentModules } from './build/content-modules.ts';
import { finishPages, listContentInfo } from './build/finish-pages.ts';
import { inlineScripts } from './build/inline-script.ts';
import { retryImports } from './build/retry-imports.ts';
import { findAdsAccount } from './build/security-headers.ts';
import { subsetFonts } from './build/subset-fonts.ts';

const content = loadContent();
const { site } = content;
const { url, tracking, theme } = site;

const backend = readBackendOrigin(process.env);
const refusal = explainBackend(backend, site);
if (refusal !== null) throw new Error(refusal);

await subsetFonts(new URL('./src/layout/fonts/', import.meta.url), theme?.fonts);

export default defineConfig({
  site: url,
  integrations: [
    react(),
    {
      name: 'painted-islands',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) =>
          addClientDirective({
            name: 'painted',
            entrypoint: './src/behaviours/painted-directive.ts',
          }),
      },
    },
    finishPages(
      {
        backend,
        hasGtag: tracking.gtag !== null,
        hasPixel: tracking.pixel !== null,
        adsAccount: findAdsAccount(tracking.gtag, tracking.adsConversion),
      },
      listContentInfo(content),
    ),
  ],
  build: { inlineStylesheets: 'always', format: 'file' },
  image: {
    service: {
      entrypoint: 'astro/assets/services/sharp',
      // With effort 2, one core makes the demonstration's AVIF files in 5 s instead of the 32 s of sharp's default 4.
      // The files have 10 % more bytes.
      config: { avif: { effort: 2 } },
    },
  },
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1', port: 4321 },
  vite: {
    // Vite reads no `.env`, because the process that starts the build has read it.
    envDir: false,
    plugins: [tailwindcss(), contentModules(), inlineScripts(), retryImports],
    server: { proxy: { '/rest': process.env.CAPTURE_API ?? 'http://127.0.0.1:3000' } },
  },
});
