import { expectEvents } from '../events.ts';
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

test('reports the page view when a lead leaves before the page loads', async ({ page, funil }) => {
  // Held pictures keep the page from loading.
  await holdRequests(page, /\.(avif|webp|png|jpe?g)$/);
  await page.goto('/', { waitUntil: 'commit' });
  await saveLead(page);
  await expectEvents(page, funil, 'checkout_redirect');
  await expectEvents(page, funil, 'page_view');
});
