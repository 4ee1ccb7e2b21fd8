import { dialogOf } from './dialog-openers.ts';
import { importWithRetry } from './import-with-retry.ts';
import { recordScriptOutcome } from './lost-scripts.ts';
import { whenIdle } from './timing.ts';

type Hydrate = (component: unknown, props: object, slots: object, options: object) => void;

interface Renderer {
  default: (island: Element) => Hydrate;
}

const importFromAttribute = <Module>(island: Element, attribute: string): Promise<Module> =>
  importWithRetry(`${island.getAttribute(attribute)}`, recordScriptOutcome);

/** Loads a form's files. Another call, at another touch, retries a failed download at once. */
const loadForm = (island: Element) =>
  Promise.all([
    importFromAttribute<Record<string, unknown>>(island, 'component-url'),
    importFromAttribute<Renderer>(island, 'renderer-url'),
  ]);

/** Replaces Astro's script (build/tidy-html.ts), which is seven times as long and tries a download only twice. */
async function hydrateIsland(island: Element): Promise<void> {
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

/** In `npm run dev` islands have the attribute `client`, and Astro's own script hydrates them. */
const ISLAND_SELECTOR = 'astro-island[ssr]:not([client])';

const TOUCH_EVENTS = ['pointerdown', 'keydown', 'scroll'];

/** Loads the forms' scripts at the first touch of the page; hydrates a form when it or its button is touched. */
export function hydrateTouchedForms(): void {
  const loadForms = () =>
    whenIdle(() => document.querySelectorAll(ISLAND_SELECTOR).forEach(loadForm), 2000, 200);
  for (const type of TOUCH_EVENTS) document.addEventListener(type, loadForms, { once: true });
  const hydrateTouched = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const island = (dialogOf(target) ?? target).closest(ISLAND_SELECTOR);
    if (island) void hydrateIsland(island);
  };
  for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, hydrateTouched);
}
