import type { ClientDirective } from 'astro';
import { loadWithRetry } from './load-with-retry.ts';
import { afterFirstPaint, whenIdle } from './timing.ts';

/**
 * Fetches the module that an attribute names, with retries: Astro's own loader gives up after the second
 * attempt. The attribute gets the address that succeeded, since Firefox only retries a different one.
 */
async function fetchModule(island: HTMLElement, attribute: string): Promise<void> {
  const url = island.getAttribute(attribute);
  const loaded = await loadWithRetry(async (attempts) => {
    const address = attempts > 0 ? `${url}?${attempts}` : `${url}`;
    await import(/* @vite-ignore */ address);
    return address;
  });
  island.setAttribute(attribute, loaded);
}

/** `client:painted`: hydrates an island after the first paint, when the page is idle. */
const painted: ClientDirective = (load, _options, island) => {
  const hydrate = async () => {
    const names = ['component-url', 'renderer-url'];
    await Promise.all(names.map((name) => fetchModule(island, name)));
    await (await load())();
  };
  afterFirstPaint(() => whenIdle(hydrate, 2000, 200));
};

export default painted;
