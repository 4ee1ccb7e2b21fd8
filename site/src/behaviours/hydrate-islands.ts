import { dialogOf } from './dialog-openers.ts';
import { loadWithRetry } from './load-with-retry.ts';
import { reportLostScripts } from './lost-scripts.ts';
import { whenIdle } from './timing.ts';

type Hydrate = (component: unknown, props: object, slots: object, options: object) => void;

interface Renderer {
  default: (island: Element) => Hydrate;
}

const islandModules = new WeakMap<Element, Promise<[Record<string, unknown>, Renderer]>>();

/** Retries use another address, because Firefox, and Chromium before 156, remember a failed one. */
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

/** Replaces Astro's script (build/tidy-html.ts), which is seven times as long and tries a download only twice. */
async function hydrateIsland(island: Element): Promise<void> {
  const [component, { default: rendererOf }] = await loadForm(island);
  // The dialog that the touch opens is painted first.
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

/** Scripts load at the first touch of the page; a form hydrates when it or its button is touched. */
export function hydrateTouchedForms(): void {
  const findAll = () => document.querySelectorAll('astro-island[ssr]');
  // Astro's own script hydrates the islands in `npm run dev`.
  const isBuilt = () => !customElements.get('astro-island');
  const loadForms = () => {
    for (const type of TOUCH_EVENTS) document.removeEventListener(type, loadForms);
    whenIdle(() => isBuilt() && findAll().forEach(loadForm), 2000, 200);
  };
  for (const type of TOUCH_EVENTS) document.addEventListener(type, loadForms);
  const touch = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const island = (dialogOf(target) ?? target).closest('astro-island[ssr]');
    if (island && isBuilt()) void hydrateIsland(island);
  };
  for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, touch);
}
