import type { AstroIntegration } from 'astro';

/** Adds `client:calm` to Astro's directives: see behaviours/calm-directive.ts. */
export function calmIslands(): AstroIntegration {
  return {
    name: 'calm-islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'calm', entrypoint: './src/behaviours/calm-directive.ts' }),
    },
  };
}
