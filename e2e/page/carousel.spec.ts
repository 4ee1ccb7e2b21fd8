import type { Locator, Page } from '@playwright/test';
import { expectErrors } from '../console-errors.ts';
import { CONVERSATION_SCREENSHOTS } from '../demonstration.ts';
import { expect, test } from '../fixtures.ts';
import { expectNoViolations } from '../no-violations.ts';

const COUNT = CONVERSATION_SCREENSHOTS.length;
const conversation = (number: number) => `Conversa ${number} de ${COUNT}`;
const carouselOf = (page: Page) => page.getByRole('region', { name: 'Conversas de membros' });

async function openCarousel(page: Page) {
  await page.goto('/');
  const carousel = carouselOf(page);
  await carousel.scrollIntoViewIfNeeded();
  await expect(carousel).toHaveAttribute('data-looping');
  return carousel;
}

/** Returns the number of conversations that are fully visible, and of those that are at least partly visible. */
function countShown(page: Page): Promise<{ full: number; partial: number }> {
  return page.locator('[data-slide] img').evaluateAll(
    (images) =>
      new Promise<{ full: number; partial: number }>((resolve) => {
        const observer = new IntersectionObserver((entries) => {
          const widths = entries.map((entry) => ({
            seen: entry.intersectionRect.width,
            all: entry.boundingClientRect.width,
          }));
          observer.disconnect();
          resolve({
            full: widths.filter(({ seen, all }) => seen > 0 && seen >= all - 1).length,
            partial: widths.filter(({ seen }) => seen >= 1).length,
          });
        });
        for (const image of images) observer.observe(image);
      }),
  );
}

const positionOf = (carousel: Locator) => carousel.getByText(/^Conversa \d+ de \d+$/);

const enlarge = (carousel: Locator, name: string) =>
  carousel.getByRole('button', { name: `Ampliar a conversa de ${name}` });

test('moves through the conversations by buttons and dots', async ({ page }) => {
  const carousel = await openCarousel(page);
  const position = positionOf(carousel);
  await expect(position).toHaveText(conversation(1));
  await expect(position).toHaveAttribute('aria-live', 'polite');
  await carousel.getByRole('button', { name: 'Conversa anterior' }).click();
  await expect(position).toHaveText(conversation(COUNT));
  await carousel.getByRole('button', { name: 'Próxima conversa' }).click();
  await expect(position).toHaveText(conversation(1));
  const dot = carousel.getByRole('button', { name: 'Ir para a conversa 5' });
  await dot.click();
  await expect(position).toHaveText(conversation(5));
  await expect(dot).toHaveAttribute('aria-current', 'true');
});

test('moves through the conversations by arrow keys, and the focus with them', async ({ page }) => {
  const carousel = await openCarousel(page);
  const position = positionOf(carousel);
  await enlarge(carousel, 'Camila R.').focus();
  await page.keyboard.press('ArrowRight');
  await expect(enlarge(carousel, 'Jonas T.')).toBeFocused();
  await expect(position).toHaveText(conversation(2));
  await page.keyboard.press('ArrowLeft');
  await expect(position).toHaveText(conversation(1));
});

test('moves by a swipe without enlarging the conversation', async ({ page }) => {
  const carousel = await openCarousel(page);
  const box = await carousel.locator('[data-slide]').first().boundingBox();
  const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 100];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 160, y, { steps: 4 });
  await page.mouse.up();
  await expect(positionOf(carousel)).toHaveText(conversation(2));
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('enlarges a conversation, and moves through all of them', async ({ page }) => {
  const carousel = await openCarousel(page);
  const opener = enlarge(carousel, 'Camila R.');
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Conversa ampliada' });
  const picture = dialog.getByRole('img');
  await expect(picture).toHaveAttribute('alt', /Camila conta que fechou o primeiro projeto/);
  await expect(dialog.getByText(conversation(1))).toBeVisible();
  const words = dialog.getByText('“A aula de preço salvou”');
  await expect(words).toBeHidden();
  await expectNoViolations(page, '#conversation-dialog');
  await page.setViewportSize({ width: 320, height: 640 });
  const shownPosition = await dialog.getByText(conversation(1)).boundingBox();
  expect(shownPosition?.height).toBeLessThan(30);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(words).toBeVisible();
  await expectNoViolations(page, '#conversation-dialog');
  await dialog.getByRole('button', { name: 'Próxima conversa' }).click();
  await expect(picture).toHaveAttribute('alt', /Jonas mostra uma visita/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByText(conversation(COUNT))).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

/** Widths around the layout's breakpoints, with the number of conversations if it is exact. */
const WIDTHS: [width: number, full?: number][] = [
  [320],
  [360, 1],
  [639],
  [640],
  [768, 2],
  [896],
  [1024, 3],
  [1151],
  [1152],
  [1280, 4],
  [1838],
  [2460],
  [3840],
];

test('shows one to four conversations side by side @desktop', async ({ page }) => {
  const carousel = await openCarousel(page);
  await carousel.getByRole('button', { name: 'Ir para a conversa 3' }).click();
  for (const [width, expected] of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await carousel.scrollIntoViewIfNeeded();
    const isCorrect = async () => {
      const { full, partial } = await countShown(page);
      return full >= 1 && partial <= 4 && full === (expected ?? full);
    };
    await expect.poll(isCorrect, { message: `${width} px`, intervals: [50, 100] }).toBe(true);
  }
});

test('scrolls the carousel without its script, and shows no dead button', async ({ page }) => {
  expectErrors(page, /ERR_FAILED|dynamically imported module/);
  await page.route('**/_astro/conversations*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'load' });
  const carousel = carouselOf(page);
  const viewport = carousel.locator('[data-viewport]');
  await viewport.scrollIntoViewIfNeeded();
  await expect(carousel.locator('button').locator('visible=true')).toHaveCount(0);
  await viewport.evaluate((element) => element.scrollBy({ left: 500, behavior: 'instant' }));
  await expect.poll(() => viewport.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
});
