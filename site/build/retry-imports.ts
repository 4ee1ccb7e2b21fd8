import type { Plugin } from 'vite';

/**
 * Makes every `import()` use `window.funilImport` (src/behaviours/import-with-retry.ts). Replaces the function by which
 * Vite preloads a module's imports: in older browsers, a failed preload makes the import fail for ever.
 */
export const retryImports: Plugin = {
  name: 'retry-imports',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    build: { modulePreload: { polyfill: false, resolveDependencies: (file) => [file] } },
  }),
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () =>
      'export const __vitePreload = (load, [file]) => window.funilImport("/" + file, undefined, load);',
  },
};
