import type { Page } from '@playwright/test';
import { expect, test } from './shared-server.ts';

const carouselOf = (page: Page) => page.getByRole('region', { name: 'Conversas de membros' });

async function openCarousel(page: Page, url: string) {
  await page.goto(url);
  const carousel = carouselOf(page);
  await carousel.scrollIntoViewIfNeeded();
  await expect(carousel).toHaveAttribute('data-looping');
  return carousel;
}

/** How many conversations can be seen: wholly, and at all. What is clipped away cannot. */
function countShown(page: Page): Promise<{ whole: number; any: number }> {
  return page.locator('[data-slide] img').evaluateAll(
    (images) =>
      new Promise<{ whole: number; any: number }>((done) => {
        const observer = new IntersectionObserver((entries) => {
          const widths = entries.map((entry) => ({
            seen: entry.intersectionRect.width,
            all: entry.boundingClientRect.width,
          }));
          observer.disconnect();
          done({
            whole: widths.filter(({ seen, all }) => seen > 0 && seen >= all - 1).length,
            any: widths.filter(({ seen }) => seen >= 1).length,
          });
        });
        for (const image of images) observer.observe(image);
      }),
  );
}

test('the arrows lead round in both directions and say where one is', async ({ page, funil }) => {
  const carousel = await openCarousel(page, funil.url);
  const position = carousel.getByText(/^Conversa \d de 7$/);
  await expect(position).toHaveText('Conversa 1 de 7');
  await expect(position).toHaveAttribute('aria-live', 'polite');
  await carousel.getByRole('button', { name: 'Conversa anterior' }).click();
  await expect(position).toHaveText('Conversa 7 de 7');
  await carousel.getByRole('button', { name: 'Próxima conversa' }).click();
  await expect(position).toHaveText('Conversa 1 de 7');
  await carousel.getByRole('button', { name: 'Ir para a conversa 5' }).click();
  await expect(position).toHaveText('Conversa 5 de 7');
  await expect(carousel.getByRole('button', { name: 'Ir para a conversa 5' })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('the arrow keys move it, and the focus with it', async ({ page, funil }) => {
  const carousel = await openCarousel(page, funil.url);
  await carousel.getByRole('button', { name: 'Ampliar a conversa de Camila R.' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(
    carousel.getByRole('button', { name: 'Ampliar a conversa de Jonas T.' }),
  ).toBeFocused();
  await expect(carousel.getByText('Conversa 2 de 7')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(carousel.getByText('Conversa 7 de 7')).toBeVisible();
});

test('a swipe moves it', async ({ page, funil }) => {
  const carousel = await openCarousel(page, funil.url);
  const box = await carousel.locator('[data-slide]').first().boundingBox();
  const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 100];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 160, y, { steps: 4 });
  await page.mouse.up();
  await expect(carousel.getByText('Conversa 2 de 7')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('one to four conversations stand side by side', async ({ page, funil }) => {
  const carousel = await openCarousel(page, funil.url);
  for (const [width, shown] of [
    [360, 1],
    [768, 2],
    [1024, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await carousel.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await countShown(page)).whole, `${width} px`).toBe(shown);
  }
});

const WIDTHS = [
  320, 360, 414, 540, 639, 640, 768, 895, 896, 1024, 1151, 1152, 1280, 1440, 1600, 1837, 1838, 1920,
  2459, 2460, 2560, 3200, 3840,
];

test('at no width more than four conversations are seen, nor less than one', async ({
  page,
  funil,
}) => {
  const carousel = await openCarousel(page, funil.url);
  await carousel.getByRole('button', { name: 'Ir para a conversa 3' }).click();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await carousel.scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        const { whole, any } = await countShown(page);
        return whole >= 1 && any <= 4;
      }, `${width} px`)
      .toBe(true);
  }
});

test('a conversation opens at full size and leads to the next', async ({ page, funil }) => {
  const carousel = await openCarousel(page, funil.url);
  const opener = carousel.getByRole('button', { name: 'Ampliar a conversa de Camila R.' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Conversa ampliada' });
  const picture = dialog.getByRole('img');
  await expect(picture).toHaveAttribute('alt', /Camila conta que fechou o primeiro projeto/);
  await expect(dialog.getByText('Conversa 1 de 7')).toBeVisible();
  const isWide = (page.viewportSize()?.width ?? 0) >= 1024;
  await expect(dialog.getByText('“A aula de preço salvou”')).toBeVisible({ visible: isWide });
  await dialog.getByRole('button', { name: 'Próxima conversa' }).click();
  await expect(picture).toHaveAttribute('alt', /Jonas mostra uma visita/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByText('Conversa 7 de 7')).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('before its script has arrived it scrolls', async ({ page, funil, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED|dynamically imported module/);
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.goto(funil.url);
  const viewport = carouselOf(page).locator('[data-viewport]');
  await viewport.scrollIntoViewIfNeeded();
  await viewport.evaluate((element) => element.scrollBy({ left: 500, behavior: 'instant' }));
  await expect.poll(() => viewport.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
});
