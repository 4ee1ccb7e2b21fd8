import { expect, test } from '../fixtures.ts';
import { openLeadDialog, submitButton, waitForLeadForm } from '../lead-dialog.ts';
import { expectNoViolations } from '../no-violations.ts';
import { layOutPage, openAllDetails } from '../page-layout.ts';

test('draws borders with forced colors, and more contrast when the system asks for it', async ({
  page,
  modal,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await openLeadDialog(page);
  const findWithoutBorder = () =>
    [
      ...document.querySelectorAll(
        '.button, .field, .close-button, .sheet-panel, .node-icon, p.bg-ink',
      ),
    ]
      .filter((element) => getComputedStyle(element).borderTopStyle !== 'solid')
      .map((element) => element.outerHTML);
  expect(await page.evaluate(findWithoutBorder)).toEqual([]);
  await waitForLeadForm(page);
  await expect(submitButton(page)).toBeDisabled();
  await expect(submitButton(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.keyboard.press('Escape');
  await modal.start();
  expect(await page.evaluate(findWithoutBorder)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
  await openAllDetails(page);
  await layOutPage(page);
  await expectNoViolations(page, undefined, ['color-contrast-enhanced']);
  await openLeadDialog(page);
  await expectNoViolations(page, '#lead-dialog', ['color-contrast-enhanced']);
  await expect(page.locator('#lead-nome')).toHaveCSS('box-shadow', /2px inset$/);
});

test('keeps the colors of a form when the browser darkens light pages', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await openLeadDialog(page);
  const closeButton = page.locator('#lead-dialog .close-button');
  const light = await closeButton.screenshot();
  const browser = await context.newCDPSession(page);
  await browser.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  expect(await closeButton.screenshot()).toEqual(light);
});

test('hides no line below a large number with forced colors @desktop', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/');
  const section = page.locator('[data-section="problema"]');
  const text = section.locator('p').filter({ hasText: 'Ferramenta nova' });
  await text.scrollIntoViewIfNeeded();
  const beside = await text.screenshot();
  await section.locator('.counter-number').evaluate((number) => number.remove());
  expect(await text.screenshot()).toEqual(beside);
});

test('prints every text and nothing fixed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
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
  await expect(page.locator('.offer')).toHaveCSS('break-inside', 'avoid');
  // The color scheme sets the color of the paper's margins.
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
});
