import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The address of the console's server during development. */
const apiUrl = process.env.CONSOLE_API ?? 'http://127.0.0.1:3001';

/** Writes text files also as `.br` and `.gz`, which the server sends as they are. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    if (!dir) return;
    for (const [name, file] of Object.entries(bundle)) {
      if (!/\.(html|js|css|svg)$/.test(name)) continue;
      const content = file.type === 'chunk' ? file.code : file.source;
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

/** Modules of auth-js for passkeys and wallets, of which the console needs no more than a constructor. */
const UNUSED_AUTH_MODULES = /\/auth-js\/dist\/module\/lib\/(webauthn|web3\/ethereum)\.js$/;

const UNUSED_AUTH_EXPORTS = [
  ...['WebAuthnApi', 'browserSupportsWebAuthn', 'webAuthnAbortService', 'createCredential'],
  ...['getCredential', 'deserializeCredentialCreationOptions'],
  ...['deserializeCredentialRequestOptions', 'serializeCredentialCreationResponse'],
  ...['serializeCredentialRequestResponse', 'createSiweMessage', 'fromHex', 'getAddress', 'toHex'],
];

/** Leaves out parts of auth-js that the console never calls: 4 kB, compressed, of every view's first load. */
const omitUnusedAuth: Plugin = {
  name: 'omit-unused-auth',
  apply: 'build',
  load: {
    filter: { id: UNUSED_AUTH_MODULES },
    handler: () =>
      `class Unused {}\nexport { ${UNUSED_AUTH_EXPORTS.map((name) => `Unused as ${name}`).join()} };`,
  },
};

/** Replaces Vite's preload by a fetch before each `import()`, because older browsers never repeat a failed import. */
const fetchBeforeImport: Plugin = {
  name: 'fetch-before-import',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => "export { importFetched as __vitePreload } from '/src/import-fetched.ts';",
  },
};

/** The libraries of every view in one file, which compresses better than a file per library. */
const LIBRARIES_CHUNK = {
  name: 'libraries',
  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/[\w-]+|@supabase\/auth-js)\//,
};

/** Own modules that many views import. */
const SHARED_CHUNK = {
  name: 'shared',
  test: /(console|contract)\/src\/.*\.tsx?$/,
  minShareCount: 10,
};

export default defineConfig({
  root: import.meta.dirname,
  // The build script reads the repository's `.env`.
  envDir: false,
  plugins: [react(), tailwindcss(), omitUnusedAuth, fetchBeforeImport, compressAssets],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    // The polyfill is an inline script, which the Content-Security-Policy refuses.
    modulePreload: {
      polyfill: false,
      // Vite lists no files for a module without imports, not even the module itself.
      resolveDependencies: (file, imports) => [...new Set([file, ...imports])],
    },
    // All views share one stylesheet, because nothing loads a view's own styles without Vite's preload.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [LIBRARIES_CHUNK, SHARED_CHUNK] } } },
  },
  server: { host: '127.0.0.1', port: 5174, proxy: { '/auth': apiUrl, '/console': apiUrl } },
});
