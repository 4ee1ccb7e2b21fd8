import { expectEvents, recordCalls } from './events.ts';
import { expect, test } from './fixtures.ts';
import { saveLead } from './lead-dialog.ts';

test('reports one lead per visit to Meta when both forms are sent', async ({
  page,
  modal,
  funil,
}) => {
  const fbq = await recordCalls(page, 'fbq');
  const leads = () => fbq.filter(([, name]) => name === 'Lead');
  await page.goto('/');
  await modal.reachTheEnd();
  await modal.send.click();
  await expect.poll(leads).toHaveLength(1);
  await modal.button('Voltar à página principal').click();
  await saveLead(page);
  await expectEvents(page, funil, 'form_complete', 2);
  expect(leads()).toHaveLength(1);

  await page.goto('/');
  await page.evaluate(() => localStorage.removeItem('session_tracking_data'));
  await saveLead(page);
  await expect.poll(leads).toHaveLength(2);
});
