import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandTokens } from './build/brand-tokens.ts';
import { compressAssets } from './build/compress-assets.ts';

/** Where the console's own listener answers while its code is being written. */
const server = process.env.CONSOLE_API ?? 'http://127.0.0.1:3001';

export default defineConfig({
  root: import.meta.dirname,
  // Settings are in the repository's `.env`, read by what starts the build; no second place.
  envDir: false,
  plugins: [react(), brandTokens(), compressAssets()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    // Every browser of the last years preloads by itself; the stand-in would be inline script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5174,
    proxy: { '/auth': server, '/console': server },
  },
});
