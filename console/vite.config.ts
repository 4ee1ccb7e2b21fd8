import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandTokens } from './build/brand-tokens.ts';
import { compressAssets } from './build/compress-assets.ts';

/** Where the console's own listener answers while its code is being written. */
const server = process.env.CONSOLE_API ?? 'http://127.0.0.1:3001';

/** The libraries of every view in one file, which compresses better than a file per library. */
const LIBRARIES = {
  name: 'libraries',
  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[\w-]+|@supabase\/auth-js)\//,
};

/** The console's own modules that many views share. */
const SHARED = { name: 'shared', test: /console\/src\/.*\.tsx?$/, minShareCount: 9 };

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
    rolldownOptions: {
      output: { codeSplitting: { groups: [LIBRARIES, SHARED] } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5174,
    proxy: { '/auth': server, '/console': server },
  },
});
