import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { waitForLateScript } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { openLeadDialog } from '../lead-dialog.ts';
import { layOutPage, openAllDetails, waitForWebFonts } from '../page-layout.ts';

/** Returns emphasized parts of titles that break although they fit into one line. */
const findBrokenEmphasis = (page: Page) =>
  page.locator('main .emphasis').evaluateAll((emphases) => {
    const isBroken = (emphasis: HTMLElement) => {
      const height = emphasis.offsetHeight;
      const room = emphasis.closest('h1, h2, h3')?.clientWidth ?? 0;
      emphasis.style.whiteSpace = 'nowrap';
      const line = { width: emphasis.getBoundingClientRect().width, height: emphasis.offsetHeight };
      emphasis.style.whiteSpace = '';
      return line.width <= room && height > line.height;
    };
    return emphases
      .filter((element) => isBroken(element as HTMLElement))
      .map(({ textContent }) => textContent);
  });

/** Returns steps of the cases' flows whose text leaves the card. */
const findStepsOutside = (page: Page) =>
  page.locator('[data-section="casos"] article').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const { left, right } = card.getBoundingClientRect();
      const isOutside = (step: Element) => {
        const range = document.createRange();
        range.selectNodeContents(step);
        const box = range.getBoundingClientRect();
        return box.left < left + 16 || box.right > right - 16;
      };
      return [...card.querySelectorAll('.mini-node')]
        .filter(isOutside)
        .map((step) => step.textContent);
    }),
  );

/** Returns short texts whose last line is a single word that is much shorter than the line above. */
const findLonelyWords = (page: Page) =>
  page
    .locator('main :is(li, dt, dd, .module-subtitle, .video-speaker, .text-balance)')
    .evaluateAll((elements) => {
      const readLines = (text: Node) => {
        const lines = new Map<number, string[]>();
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[^ \n]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const { top } = range.getBoundingClientRect();
          lines.set(top, [...(lines.get(top) ?? []), word]);
        }
        return [...lines.values()];
      };
      return elements
        .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
        .flatMap((element) => [...element.childNodes].filter(({ nodeType }) => nodeType === 3))
        .filter((text) => {
          const [last, above] = readLines(text).reverse();
          return (
            last?.length === 1 && above && last[0] && last[0].length * 3 < above.join(' ').length
          );
        })
        .map((text) => text.textContent);
    });

test('fits every width, also with the text spacing of WCAG 1.4.12', async ({ page }) => {
  await page.goto('/');
  await layOutPage(page);
  await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  await expect(page.locator('[data-section="header"]')).toHaveAttribute('data-shown', '');
  const smallControls = await page
    .locator('header, main, footer')
    .locator('a, button, summary')
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const { width, height } = control.getBoundingClientRect();
          return width < 44 || height < 44;
        })
        .map((control) => control.outerHTML),
    );
  expect(smallControls).toEqual([]);

  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await waitForWebFonts(page);
    expect(await findLonelyWords(page), `${width} px`).toEqual([]);
  }
  await openAllDetails(page);
  const measure = () =>
    page.evaluate(() => {
      window.scrollTo({ left: 500 });
      return { left: window.scrollX, wide: document.documentElement.scrollWidth };
    });
  for (const width of [320, 360, 414, 640, 768, 1024, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await waitForWebFonts(page);
    expect(await measure(), `${width} px`).toEqual({ left: 0, wide: width });
    expect(await findBrokenEmphasis(page), `${width} px`).toEqual([]);
    expect(await findStepsOutside(page), `${width} px`).toEqual([]);
  }
  await page.addStyleTag({
    content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  });
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await waitForWebFonts(page);
    expect(await measure(), `${width} px with wide text`).toEqual({ left: 0, wide: width });
  }
});

test('does not scroll sideways with a browser font size of 24 px', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('font-size', '24px');
  await layOutPage(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await waitForWebFonts(page);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `${width} px`).toBe(width);
  }
});

/** Returns words outside the window and words broken within a syllable. An address may break anywhere. */
const findCutWords = (page: Page) =>
  page.locator('header, main, footer, dialog[open]').evaluateAll((parts) => {
    const texts = parts.flatMap((part) => {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const textNodes: Text[] = [];
      while (walker.nextNode()) textNodes.push(walker.currentNode as Text);
      return textNodes;
    });
    const isRead = ({ parentElement: parent }: Text) =>
      parent?.checkVisibility({ visibilityProperty: true }) &&
      !parent.closest('.sr-only, .carousel-slide, noscript');
    const isCut = (text: Text, { index, 0: word }: RegExpExecArray) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const boxes = [...range.getClientRects()];
      const isOutside = boxes.some(({ left, right }) => left < 0 || right > window.innerWidth + 1);
      return isOutside || new Set(boxes.map(({ top }) => Math.round(top))).size > 1;
    };
    return texts
      .filter(isRead)
      .flatMap((text) =>
        [...text.data.matchAll(/[^\s–-]+/g)]
          .filter((match) => !match[0].includes('@') && isCut(text, match))
          .map(([word]) => word),
      );
  });

test('cuts no word of page and dialogs at twice the text size', async ({ page, modal }) => {
  await page.goto('/');
  await layOutPage(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const expectWholeWords = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    await waitForWebFonts(page);
    expect(await findCutWords(page), `${width} px`).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `${width} px`).toBe(width);
  };
  for (const width of [320, 390, 768, 1280]) await expectWholeWords(width);
  await openLeadDialog(page);
  await expectWholeWords(320);
  await page.keyboard.press('Escape');
  await modal.start();
  for (const width of [320, 1280]) await expectWholeWords(width);
  await modal.completePersonal();
  await modal.completeCompany();
  await modal.completeChallenges();
  for (const width of [320, 1280]) await expectWholeWords(width);
});

test('breaks no line between R$ and its amount, or between a number and its unit', () => {
  const page = readFileSync(join(import.meta.dirname, '../../site/dist/index.html'), 'utf8');
  expect(page).toContain('R$\u00a01.497,00');
  const breakable = /.{20}(?:R\$ \d|\d (?:mil|horas|segundos|dias|semanas|meses)\b)/g;
  expect(page.match(breakable)).toBeNull();
});

test('shifts no layout when no system font has the web fonts’ metrics', async ({ page }) => {
  await page.route('/', async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({ body: html.replace(/local\([^)]*\)/g, 'local("Nenhuma")') });
  });
  await page.addInitScript(() => {
    Reflect.set(window, 'shift', 0);
    const observer = new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        Reflect.set(window, 'shift', Reflect.get(window, 'shift') + Reflect.get(shift, 'value'));
      }
    });
    // A browser that paints a half-parsed document moves what it painted when the rest comes.
    document.addEventListener('DOMContentLoaded', () => observer.observe({ type: 'layout-shift' }));
  });
  await page.goto('/');
  await waitForLateScript(page);
  await waitForWebFonts(page);
  const readFaces = () => [...document.fonts].map(({ status }) => status);
  expect(await page.evaluate(readFaces)).not.toContain('loaded');
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0);
});
