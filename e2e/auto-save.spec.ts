import type { Page } from '@playwright/test';
import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, submitButton } from './lead-dialog.ts';

/** Stops the page's clock, a little ahead of where it is: going back is not possible. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
}

test('the indicator says that an application is being saved, then when, then fades', async ({
  page,
  funil,
}) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/application_drafts', async (route) => {
    await isReleased;
    return route.continue();
  });
  await page.clock.install({ time: new Date('2026-03-02T14:05:00-03:00') });
  await page.goto(funil.url);
  const apply = new Apply(page);
  await page.clock.runFor(1000);
  await apply.start();
  await expect(apply.indicator).toBeHidden();
  await apply.fillPersonal();
  await apply.next.click();
  await expect(apply.indicator).toHaveText('Salvando...');
  await expect(apply.indicator).toHaveCSS('color', 'rgb(124, 183, 255)');
  await stopClock(page);
  release();
  await expect(apply.indicator).toHaveText('Salvo 14:05');
  await expect(apply.indicator).toHaveCSS('color', 'rgb(111, 220, 140)');
  await page.clock.runFor(2900);
  await expect(apply.indicator).toBeVisible();
  await page.clock.runFor(200);
  await expect(apply.indicator).toBeHidden();
});

test('the lead dialog shows a failed save and a saved one', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  await page.route(
    '**/rest/v1/leads',
    (route) => route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } }),
    { times: 1 },
  );
  await page.clock.install();
  await page.goto(funil.url);
  const indicator = page.locator('#lead-dialog .auto-save');
  await openLeadDialog(page);
  await fillLead(page);
  const submit = submitButton(page);
  await submit.click();
  await expect(indicator).toHaveText('Erro ao salvar');
  await expect(indicator).toHaveCSS('color', 'rgb(255, 138, 128)');
  // It stands for the second before the redirect, which does not come while time stands still.
  await stopClock(page);
  await submit.click();
  await expect(indicator).toHaveText(/^Salvo \d{2}:\d{2}$/);
});
