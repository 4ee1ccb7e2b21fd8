import { expectEvents, waitForTracker } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { holdRequests } from '../hold-requests.ts';
import { saveLead } from '../lead-dialog.ts';

test('reports a transaction once when its address is opened again', async ({ page, funil }) => {
  for (const value of ['1497', '1497']) {
    await page.goto(`/?transaction_id=T-9&value=${value}&currency=usd`);
    await expect(page).toHaveURL('/');
  }
  await page.goto('/?transaction_id=T-10&value=nada');
  await page.goto('about:blank');
  await expectEvents(page, funil, 'purchase');
  expect(funil.events('purchase')[0]?.payload).toEqual({
    transaction_id: 'T-9',
    value: 1497,
    currency: 'USD',
    items: [{ item_name: 'Engrena IA', price: 1497, quantity: 1 }],
  });
});

test('reports the page view a second after load, or when scripts load later', async ({ page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.addInitScript(() => {
    const reported: string[] = [];
    const gtag = (_kind: string, name: string) => reported.push(name);
    Object.assign(window, { reported, gtag });
    // The fake clock empties the list of entries, so the test supplies the navigation's.
    const visit = { loadEventStart: 0 };
    Object.assign(performance, { getEntriesByType: () => [visit] });
    window.addEventListener('load', () => {
      visit.loadEventStart = performance.now();
    });
  });
  const countViews = () =>
    page.evaluate(
      () =>
        (Reflect.get(window, 'reported') as string[]).filter((name) => name === 'page_view').length,
    );
  await page.goto('/', { waitUntil: 'load' });
  await page.evaluate(
    () =>
      new Promise<void>((done) =>
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint').length > 0) done();
        }).observe({ type: 'paint', buffered: true }),
      ),
  );
  // The page fetches its script when it is idle after the first paint.
  await page.clock.runFor(200);
  await waitForTracker(page);
  await page.clock.runFor(500);
  expect(await countViews()).toBe(0);
  await page.clock.runFor(500);
  await expect.poll(countViews).toBe(1);

  // The page is not painted, like a background tab, so scripts are fetched a second after load.
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  const release = await holdRequests(page, '**/_astro/*.js');
  await page.reload({ waitUntil: 'load' });
  await page.clock.runFor(2_000);
  release();
  await waitForTracker(page);
  // Events are sent after the next paint.
  await page.clock.runFor(100);
  await expect.poll(countViews).toBe(1);
});

test('reports the page view when a lead leaves before the page loads', async ({ page, funil }) => {
  // Held pictures keep the page from loading.
  await holdRequests(page, /\.(avif|webp|png|jpe?g)$/);
  await page.goto('/', { waitUntil: 'commit' });
  await saveLead(page);
  await expectEvents(page, funil, 'checkout_redirect');
  await expectEvents(page, funil, 'page_view');
});
