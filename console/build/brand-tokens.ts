import type { Plugin } from 'vite';

/** Tailwind's `@theme` of brand/tokens.css as plain custom properties, for an app that has no Tailwind. */
export const brandTokens = (): Plugin => ({
  name: 'brand-tokens',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/brand/tokens.css')) return null;
    return code.replace('@theme', ':root').replace('--color-*: initial;', '');
  },
});
