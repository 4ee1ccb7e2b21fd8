import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, submitButton } from './lead-dialog.ts';
import { watchFor } from './watch-for.ts';

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
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
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
  await page.goto(funil.url);
  const indicator = page.locator('#lead-dialog .auto-save');
  await openLeadDialog(page);
  await fillLead(page);
  const submit = submitButton(page);
  await submit.click();
  await expect(indicator).toHaveText('Erro ao salvar');
  await expect(indicator).toHaveCSS('color', 'rgb(255, 138, 128)');
  // It stands for the second before the redirect.
  const hasSeen = await watchFor(page, ['Salvo ']);
  await submit.click();
  await hasSeen();
});
