import { expect, type Page } from './console-server.ts';

/** A width in px, a size of text in %, and the breakpoints of the layout: text of twice the size halves the width. */
const FITTED_WINDOWS = [
  [320, 100, 'xs'],
  [768, 100, 'xs sm md'],
  [1366, 100, 'xs sm md lg rail xl'],
  [1366, 200, 'xs sm'],
  [360, 200, ''],
] as const;

/** Returns layout faults: elements that overflow the window, texts that overlap, short words on two lines. */
function findFaults(): string[] {
  const width = document.documentElement.clientWidth;
  const isClipped = (element: Element): boolean => {
    const parent = element.parentElement;
    if (parent === null || parent.matches('main, body')) return false;
    return getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent);
  };
  const overflowing = [...document.querySelectorAll('main *, nav *, .dialog *')].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5 && !isClipped(element),
  );
  /** Returns the part of an element's rectangle that the clipping elements around it leave visible. */
  const clip = (rect: DOMRect, element: Element | null): DOMRect => {
    if (element === null) return rect;
    const isOpen = getComputedStyle(element).overflowX === 'visible';
    const frame = isOpen ? rect : element.getBoundingClientRect();
    const [x, y] = [Math.max(rect.x, frame.x), Math.max(rect.y, frame.y)];
    const cut = new DOMRect(
      x,
      y,
      Math.min(rect.right, frame.right) - x,
      Math.min(rect.bottom, frame.bottom) - y,
    );
    return cut.width <= 1 || cut.height <= 1 ? new DOMRect() : clip(cut, element.parentElement);
  };
  const texts: { text: string; rect: DOMRect; element: Element }[] = [];
  const broken: string[] = [];
  const main = document.querySelector('main') ?? document.body;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, textContent } = node;
    const text = textContent?.trim();
    if (!element?.checkVisibility() || !text || element.closest('option, svg, .sr-only')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const rect = clip(line, element);
      if (rect.width > 0) texts.push({ text, rect, element });
    }
    for (const { 0: word, index } of (textContent ?? '').matchAll(/(?<!\S)\p{L}{2,10}(?!\S)/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const isVisible = clip(range.getBoundingClientRect(), element).width > 0;
      if (lines.size > 1 && isVisible) broken.push(`“${word}” is broken`);
    }
  }
  const overlaps = texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter(({ element, rect }) => {
        const right = Math.min(one.rect.right, rect.right) - Math.max(one.rect.x, rect.x);
        const bottom = Math.min(one.rect.bottom, rect.bottom) - Math.max(one.rect.y, rect.y);
        // A line's box may be higher than its letters.
        const isOver = right > 2 && bottom > 0.4 * Math.min(one.rect.height, rect.height);
        return element !== one.element && isOver;
      })
      .map(({ text }) => `“${one.text}” and “${text}” overlap`),
  );
  const names = overflowing.map((element) => `${element.tagName} ${element.className}`);
  const scrolling = [...document.querySelectorAll('html, article')].filter(
    (element) => element.scrollWidth > element.clientWidth,
  );
  const scrolls = scrolling.map(({ tagName }) => `${tagName} scrolls sideways`);
  const root = document.documentElement;
  const isTooHigh = root.hasAttribute('data-fixed') && root.scrollHeight > root.clientHeight;
  return [
    ...(isTooHigh ? ['the window scrolls beside its view'] : []),
    ...scrolls,
    ...names,
    ...overlaps,
    ...broken,
  ];
}

export const expectLoaded = (page: Page) =>
  expect(page.getByText(/^(Carregando|Examinando)…$/)).toHaveCount(0);

/** @param size such as `200%`; empty for the browser's own size */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** Checks a view in windows from 320 to 1366 px, also with text of twice the size. */
export async function expectToFit(page: Page): Promise<void> {
  await expectLoaded(page);
  for (const [width, percent, breakpoints] of FITTED_WINDOWS) {
    await page.setViewportSize({ width, height: 740 });
    await setTextSize(page, `${percent}%`);
    await expect(page.locator('html')).toHaveAttribute('data-window', breakpoints);
    const message = `${page.url()} at ${width} px with ${percent} % text`;
    await expect.poll(() => page.evaluate(findFaults), { message }).toEqual([]);
  }
  await setTextSize(page, '');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.locator('html')).toHaveAttribute('data-window', 'xs');
}
