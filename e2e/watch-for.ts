import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Has the page itself watch for words to be seen: what stands there for a second may be gone when a test looks.
 * @param words in the order in which they are to appear
 * @returns waits until all have been seen
 */
export async function watchForTexts(
  page: Page,
  words: readonly string[],
): Promise<() => Promise<void>> {
  const seen = new Set<string>();
  await page.exposeFunction('tellSeen', (word: string) => seen.add(word));
  await page.evaluate((all) => {
    const { tellSeen } = window as unknown as { tellSeen(word: string): void };
    const look = () => {
      for (const word of all) if (document.body.innerText.includes(word)) tellSeen(word);
    };
    new MutationObserver(look).observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true, attributes: true },
    });
  }, words);
  return () => expect.poll(() => [...seen]).toEqual(words);
}
