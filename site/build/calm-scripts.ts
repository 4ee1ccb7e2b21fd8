import { readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';

const MODULE = /<script type="module" src="([^"]+)"><\/script>/g;

/** Turns module scripts into data that the inline script makes scripts of after the first paint. */
export function calm(html: string): string {
  return html.replace(MODULE, '<script type="application/x-after-paint" data-src="$1"></script>');
}

/**
 * Keeps module scripts from being fetched while the page is still to be painted: browsers give them
 * the priority of the document itself. See behaviours/scripts-after-paint.ts.
 */
export function calmScripts(): AstroIntegration {
  return {
    name: 'calm-scripts',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const page = new URL('index.html', dir);
        writeFileSync(page, calm(readFileSync(page, 'utf8')));
      },
    },
  };
}
