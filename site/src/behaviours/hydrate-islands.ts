import { loadWithRetry } from './load-with-retry.ts';
import { reportLostScripts } from './lost-scripts.ts';

type Renderer = (
  island: Element,
) => (component: unknown, props: object, slots: object, options: object) => void;

/**
 * Fetches the module that an attribute names, with retries. A retry has another address, since Firefox
 * remembers a failed one.
 */
function fetchModule<Module>(island: Element, attribute: string): Promise<Module> {
  const url = island.getAttribute(attribute);
  return loadWithRetry(
    (attempts) => import(/* @vite-ignore */ attempts > 0 ? `${url}?${attempts}` : `${url}`),
    reportLostScripts,
  );
}

/**
 * Makes a form that the build rendered work. Replaces Astro's script (build/tidy-html.ts), which is seven times as
 * long and tries a download only twice.
 */
export async function hydrateIsland(island: Element): Promise<void> {
  const [component, { default: rendererOf }] = await Promise.all([
    fetchModule<Record<string, unknown>>(island, 'component-url'),
    fetchModule<{ default: Renderer }>(island, 'renderer-url'),
  ]);
  const name = island.getAttribute('component-export') ?? '';
  rendererOf(island)(component[name], {}, {}, {});
  island.removeAttribute('ssr');
}
