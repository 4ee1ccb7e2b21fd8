import { expect, test } from './shared-server.ts';

test('no width makes the page scroll sideways', async ({ page, funil }) => {
  await page.goto(funil.url);
  for (const details of await page.locator('details').all()) {
    await details.evaluate((element: HTMLDetailsElement) => {
      element.name = '';
      element.open = true;
    });
  }
  for (const width of [320, 360, 414, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => {
      window.scrollTo({ left: 500 });
      return { left: window.scrollX, wide: document.documentElement.scrollWidth };
    });
    expect(over, `${width} px`).toEqual({ left: 0, wide: width });
  }
});

test('a phone shows promise, proof and button without scrolling', async ({ page, funil }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(funil.url);
  const hero = page.locator('[data-section="hero"]');
  await expect(hero.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(hero.getByText('Mais de 300 projetos entregues')).toBeInViewport({ ratio: 1 });
  await expect(hero.getByRole('button')).toBeInViewport({ ratio: 1 });
});

test('nothing but the page itself is asked for on load', async ({ page, funil }) => {
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(funil.url)) others.push(request.url());
  });
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  const expected = /window\.gtag/;
  await page.goto(funil.url, { waitUntil: 'networkidle' });
  expect(others).toEqual([]);
  expect(messages.filter((text) => !expected.test(text))).toEqual([]);
});

test('a phone scrolls no longer than it must', async ({ page, funil }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(funil.url);
  const height = () =>
    page.evaluate(() => {
      document.documentElement.dataset.whole = '';
      return document.documentElement.scrollHeight;
    });
  expect(await height()).toBeLessThan(19_000);
});
