import { expectEvents } from './events.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './hold-requests.ts';
import { saveLead } from './lead-dialog.ts';

test('reports a transaction once for repeated addresses', async ({ page, funil }) => {
  for (const value of ['1497', '1497']) {
    await page.goto(`${funil.url}/?transaction_id=T-9&value=${value}&currency=usd`);
    await expect(page).toHaveURL(`${funil.url}/`);
  }
  await page.goto(`${funil.url}/?transaction_id=T-10&value=nada`);
  await page.goto('about:blank');
  await expectEvents(page, funil, 'purchase');
  expect(funil.events('purchase')[0]?.payload).toEqual({
    transaction_id: 'T-9',
    value: 1497,
    currency: 'USD',
    items: [{ item_name: 'Engrena IA', price: 1497, quantity: 1 }],
  });
});

test('reports the page view a second after load, or at once when scripts load later', async ({
  page,
  funil,
}) => {
  await page.addInitScript(() => {
    const reported: number[] = [];
    Object.assign(window, { reported });
    Object.assign(window, {
      gtag: (_kind: string, name: string) =>
        name === 'page_view' && reported.push(performance.now()),
    });
  });
  const readTimes = () =>
    page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const arrived = scripts.filter(({ name }) => name.endsWith('.js'));
      return {
        loaded: visit?.loadEventStart ?? 0,
        arrived: Math.min(...arrived.map(({ responseEnd }) => responseEnd)),
        reported: (Reflect.get(window, 'reported') as number[])[0] ?? 0,
      };
    });
  await page.goto(funil.url);
  await expect.poll(async () => (await readTimes()).reported).toBeGreaterThan(0);
  const soon = await readTimes();
  expect(soon.reported - soon.loaded).toBeGreaterThanOrEqual(990);

  // Not painted, like a background tab: scripts are fetched a second after load.
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  const release = await holdRequests(page, '**/_astro/*.js');
  await page.reload({ waitUntil: 'load' });
  await page.waitForFunction(() => performance.now() > 2500);
  release();
  await expect.poll(async () => (await readTimes()).reported).toBeGreaterThan(0);
  const late = await readTimes();
  expect(late.arrived).toBeGreaterThan(2500);
  expect(late.reported - late.arrived).toBeLessThan(900);
});

test('reports the page view before the checkout when the page has not loaded', async ({
  page,
  funil,
}) => {
  // Held pictures keep the page from loading.
  await holdRequests(page, /\.(avif|webp|png|jpe?g)$/);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await saveLead(page);
  await expectEvents(page, funil, 'checkout_redirect');
  await expectEvents(page, funil, 'page_view');
});
