import { expect, test } from '../fixtures.ts';
import { holdRequests } from '../hold-requests.ts';

test('shows that a draft is being saved, then the time, then fades', async ({ page, modal }) => {
  const release = await holdRequests(page, '**/rest/v1/application_drafts');
  await page.clock.install({ time: new Date('2026-03-02T12:00:00-03:00') });
  await page.goto('/');
  await modal.start();
  await expect(modal.indicator).toBeHidden();
  await modal.fillPersonal();
  await page.clock.pauseAt(new Date('2026-03-02T14:05:00-03:00'));
  await modal.next.click();
  await expect(modal.indicator).toHaveText('Salvando...');
  await expect(modal.indicator).toHaveCSS('color', 'rgb(124, 183, 255)');
  release();
  await expect(modal.indicator).toHaveText('Salvo 14:05');
  await expect(modal.indicator).toHaveCSS('color', 'rgb(111, 220, 140)');
  await page.clock.runFor(2900);
  await expect(modal.indicator).toBeVisible();
  await page.clock.runFor(200);
  await expect(modal.indicator).toBeHidden();
});
