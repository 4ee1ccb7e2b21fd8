const MODULE = /<script type="module" src="([^"]+)"><\/script>/g;

/**
 * Turns module scripts into data that the inline script makes scripts of after the first paint:
 * browsers fetch modules with the priority of the document itself, while the page is still to be
 * painted. See behaviours/scripts-after-paint.ts.
 */
export function calmScripts(html: string): string {
  return html.replace(MODULE, '<script type="application/x-after-paint" data-src="$1"></script>');
}
