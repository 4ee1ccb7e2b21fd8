import { SECTIONS } from '../demonstration.ts';
import { expect, test } from '../fixtures.ts';
import { openLeadDialog } from '../lead-dialog.ts';
import { expectNoViolations } from '../no-violations.ts';
import { layOutPage, openAllDetails } from '../page-layout.ts';

test('has no accessibility violation when every part of the page is open', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-carousel]').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-looping]')).toBeVisible();
  await openAllDetails(page);
  await page.locator('[data-video="demoMembro1"]').getByRole('button').click();
  await expect(page.locator('iframe')).toBeVisible();
  // axe reads wrong colors in sections that are not laid out.
  await layOutPage(page);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectNoViolations(page);
  await openLeadDialog(page);
  await expectNoViolations(page, '#lead-dialog');
});

test('moves the focus through every section in page order @desktop', async ({ page }) => {
  await page.goto('/');
  const visited: string[] = [];
  while (visited.at(-1) !== 'footer') {
    await page.keyboard.press('Tab');
    const section = await page.evaluate(
      () => document.activeElement?.closest('[data-section]')?.getAttribute('data-section') ?? '',
    );
    if (section && section !== visited.at(-1)) visited.push(section);
  }
  expect(visited.filter((name) => name !== 'header')).toEqual(SECTIONS);
});
