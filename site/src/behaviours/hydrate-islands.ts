import { dialogOf } from './dialog-openers.ts';
import { loadWithRetry } from './load-with-retry.ts';
import { reportLostScripts } from './lost-scripts.ts';
import { whenIdle } from './timing.ts';

type Hydrate = (component: unknown, props: object, slots: object, options: object) => void;

interface Renderer {
  default: (island: Element) => Hydrate;
}

const islandModules = new WeakMap<Element, Promise<[Record<string, unknown>, Renderer]>>();

/**
 * Fetches the module that an attribute names. Retries use another address, because Firefox, and Chromium before 156,
 * remember a failed one.
 */
function fetchModule<Module>(island: Element, attribute: string): Promise<Module> {
  const url = island.getAttribute(attribute);
  return loadWithRetry(
    (attempts) => import(/* @vite-ignore */ attempts > 0 ? `${url}?${attempts}` : `${url}`),
    reportLostScripts,
  );
}

function loadForm(island: Element) {
  const loaded =
    islandModules.get(island) ??
    Promise.all([
      fetchModule<Record<string, unknown>>(island, 'component-url'),
      fetchModule<Renderer>(island, 'renderer-url'),
    ]);
  islandModules.set(island, loaded);
  return loaded;
}

/**
 * Hydrates a form. Replaces Astro's script (build/tidy-html.ts), which is seven times as long and tries a download only
 * twice.
 */
async function hydrate(island: Element): Promise<void> {
  const [component, { default: rendererOf }] = await loadForm(island);
  // Waits until the dialog that the touch opens is painted.
  whenIdle(
    () => {
      // An earlier touch may have hydrated the form.
      if (!island.hasAttribute('ssr')) return;
      const name = island.getAttribute('component-export') ?? '';
      rendererOf(island)(component[name], {}, {}, {});
      island.removeAttribute('ssr');
    },
    500,
    200,
  );
}

const TOUCH_EVENTS = ['pointerdown', 'keydown', 'scroll'];

/**
 * Loads the forms' scripts at a visitor's first touch of the page, and hydrates a form when it or its button is
 * touched.
 */
export function hydrateTouchedForms(): void {
  const findAll = () => document.querySelectorAll('astro-island[ssr]');
  // In `npm run dev` Astro's own script hydrates the islands.
  const isBuilt = () => !customElements.get('astro-island');
  const loadForms = () => {
    for (const type of TOUCH_EVENTS) document.removeEventListener(type, loadForms);
    whenIdle(() => isBuilt() && findAll().forEach(loadForm), 2000, 200);
  };
  for (const type of TOUCH_EVENTS) document.addEventListener(type, loadForms);
  const touch = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const island = (dialogOf(target) ?? target).closest('astro-island[ssr]');
    if (island && isBuilt()) void hydrate(island);
  };
  for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, touch);
}
