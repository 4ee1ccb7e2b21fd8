import type { ClientDirective } from 'astro';
import { loadWithRetry } from './load-with-retry.ts';
import { afterFirstPaint, whenIdle } from './timing.ts';

/**
 * Fetches what an attribute names until it comes. Firefox asks again for another address alone, so the one
 * that came is left for Astro, whose own loader gives up after a second try.
 */
async function fetchNamed(island: HTMLElement, attribute: string): Promise<void> {
  const url = island.getAttribute(attribute);
  const came = await loadWithRetry(async (tries) => {
    const address = tries > 0 ? `${url}?${tries}` : `${url}`;
    await import(/* @vite-ignore */ address);
    return address;
  });
  island.setAttribute(attribute, came);
}

/** `client:painted`: hydrates an island when the first paint is done and the page is idle. */
const calm: ClientDirective = (load, _options, island) => {
  const hydrate = async () => {
    const names = ['component-url', 'renderer-url'];
    await Promise.all(names.map((name) => fetchNamed(island, name)));
    await (await load())();
  };
  afterFirstPaint(() => whenIdle(hydrate, 2000, 200));
};

export default calm;
