import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { waitForWebFonts } from '../web-fonts.ts';

/** What stands right of the window, by its class, though nothing scrolls there: sections cut it off. */
const pokingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    document.documentElement.dataset.whole = '';
    const { clientWidth, scrollWidth } = document.documentElement;
    const all = [...document.querySelectorAll('main *, footer *')];
    const out = all.filter(
      (one) =>
        one.getBoundingClientRect().right > clientWidth + 1 &&
        !one.closest('.carousel, .sr-only, svg'),
    );
    const wide = scrollWidth > clientWidth ? [`page ${scrollWidth}`] : [];
    return [...wide, ...out.map((one) => `${one.tagName} ${one.className}`)];
  });

/** Nothing reaches past any of the windows, closed parts opened; axe finds nothing in the last one. */
export async function expectSound(page: Page, widths: readonly number[]): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) {
      one.removeAttribute('name');
      one.open = true;
    }
  });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await waitForWebFonts(page);
    expect(await pokingOut(page), `${width} px`).toEqual([]);
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
}
