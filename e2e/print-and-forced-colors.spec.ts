import { ApplicationModal } from './application-modal.ts';
import { openLeadDialog } from './lead-dialog.ts';
import { expect, test } from './shared-server.ts';

test('with forced colours every field and button has an edge', async ({ page, funil }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(funil.url);
  await openLeadDialog(page);
  const findBare = () =>
    [...document.querySelectorAll('.button, .field, .close-button, .sheet-panel, .node-icon')]
      .filter((element) => getComputedStyle(element).borderTopStyle !== 'solid')
      .map((element) => element.outerHTML);
  expect(await page.evaluate(findBare)).toEqual([]);
  await page.keyboard.press('Escape');
  await new ApplicationModal(page).start();
  expect(await page.evaluate(findBare)).toEqual([]);
});

test('printed, everything is there and nothing is fixed', async ({ page, funil }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(funil.url);
  const counter = page.locator('[data-counter]');
  await expect(counter).toHaveText('0');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(counter).toHaveText('4');
  await expect(page.locator('.button').locator('visible=true')).toHaveCount(0);
  const hidden = await page.evaluate(() =>
    [...document.querySelectorAll('[data-section] :is(h2, h3), .module-item, #privacidade dd')]
      .filter((element) => !element.checkVisibility({ opacityProperty: true }))
      .map((element) => element.textContent),
  );
  expect(hidden).toEqual([]);
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility())
      .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(fixed).toEqual([]);
  // Of it the paper's margins are made, which no ground covers.
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
});
