import { expect, type Page } from './console-server.ts';

/** Returns the elements that overflow the window to the right and that no ancestor scrolls or clips. */
function findTooWide(): string[] {
  const width = document.documentElement.clientWidth;
  const isClipped = (element: Element): boolean => {
    const parent = element.parentElement;
    if (parent === null || parent.matches('main, body')) return false;
    return getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent);
  };
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5 && !isClipped(element),
  );
  const names = wide.map((element) => `${element.tagName} ${element.className}`);
  return document.documentElement.scrollWidth > width ? ['the page scrolls', ...names] : names;
}

/** Checks a loaded view in windows of 320 and 360 px. */
export async function expectToFit(page: Page): Promise<void> {
  await expect(page.getByText(/^(Carregando|Examinando)…$/)).toHaveCount(0);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(findTooWide), `${page.url()} at ${width} px`).toEqual([]);
  }
}
