import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/**
 * Watches for texts inside the page, since a test may miss a text that shows for a second.
 * @param texts in order of appearance
 * @returns a function that waits for all of them
 */
export async function watchForTexts(
  page: Page,
  texts: readonly string[],
): Promise<() => Promise<void>> {
  const seen = new Set<string>();
  await page.exposeFunction('recordSeen', (text: string) => seen.add(text));
  await page.evaluate((all) => {
    const { recordSeen } = window as unknown as { recordSeen(text: string): void };
    const check = () => {
      for (const text of all) if (document.body.innerText.includes(text)) recordSeen(text);
    };
    new MutationObserver(check).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  }, texts);
  return () => expect.poll(() => [...seen]).toEqual(texts);
}
