import { expectEvents } from './events.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests, holdScripts } from './hold-requests.ts';
import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';

test('a transaction counts once, however often its address is opened', async ({ page, funil }) => {
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

test('the page view comes a second after load, or at once with scripts that come later', async ({
  page,
  funil,
}) => {
  await page.addInitScript(() => {
    const told: number[] = [];
    Object.assign(window, { told });
    Object.assign(window, {
      gtag: (_kind: string, name: string) => name === 'page_view' && told.push(performance.now()),
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
        told: (Reflect.get(window, 'told') as number[])[0] ?? 0,
      };
    });
  await page.goto(funil.url);
  await expect.poll(async () => (await readTimes()).told).toBeGreaterThan(0);
  const soon = await readTimes();
  expect(soon.told - soon.loaded).toBeGreaterThanOrEqual(990);

  // Never painted, as in a tab in the background: scripts are asked for a second after load.
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'load' });
  await page.waitForFunction(() => performance.now() > 2500);
  release();
  await expect.poll(async () => (await readTimes()).told).toBeGreaterThan(0);
  const late = await readTimes();
  expect(late.arrived).toBeGreaterThan(2500);
  expect(late.told - late.arrived).toBeLessThan(900);
});

test('a lead sent before the page has loaded still brings its page view, before the checkout', async ({
  page,
  funil,
}) => {
  // A picture that never comes: the page does not finish loading.
  await holdRequests(page, /\.(avif|webp|png|jpe?g)$/);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  await expectEvents(page, funil, 'checkout_redirect');
  await expectEvents(page, funil, 'page_view');
});
