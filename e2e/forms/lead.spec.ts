import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { fillLead, heroButton, stayOnPage, submitButton, waitForLeadForm } from '../lead-dialog.ts';

async function openDialog(page: Page) {
  await heroButton(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

test('redirects a second after the save is confirmed, with the dialog closed', async ({ page }) => {
  const isLeaving = await stayOnPage(page);
  await page.clock.install();
  await page.goto('/');
  await openDialog(page);
  await fillLead(page);
  // Waits for React before the clock stops, because the page hydrates the form when the browser is idle, which a
  // stopped clock prevents.
  await waitForLeadForm(page);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await submitButton(page).click();
  await expect(page.getByText('Redirecionando para o checkout...')).toBeVisible();
  await page.clock.runFor(950);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(isLeaving()).toBe(false);
  await page.clock.runFor(550);
  await expect.poll(isLeaving).toBe(true);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('opens from every section', async ({ page }) => {
  await page.goto('/');
  const withOpener = page.locator('[data-section]:has([data-opens="lead"])');
  const sections = await withOpener.evaluateAll((all) => all.map(({ dataset }) => dataset.section));
  expect(sections).toEqual(
    expect.arrayContaining([
      'hero',
      'problema',
      'casos',
      'autoridade',
      'videos',
      'depoimentos',
      'curriculo',
      'oferta',
      'fundador',
      'equipe',
    ]),
  );
  for (const section of sections) {
    const opener = page.locator(`[data-section="${section}"] [data-opens="lead"]`).first();
    await opener.evaluate((button: HTMLElement) => button.click());
    await expect(page.locator('#lead-dialog'), section).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('#lead-dialog'), section).toBeHidden();
  }
});

test('enables its button once name and phone are valid', async ({ page }) => {
  await page.goto('/');
  await openDialog(page);
  await expect(page.getByLabel('Nome completo')).toBeFocused();
  await expect(submitButton(page)).toBeDisabled();
  await fillLead(page, 'A', '11987654321');
  await expect(submitButton(page)).toBeDisabled();
  await fillLead(page, 'Ana', '119876543');
  await expect(submitButton(page)).toBeDisabled();
  await fillLead(page, 'Ana', '1134567890');
  await expect(submitButton(page)).toBeEnabled();
});

test('clears its fields when it closes, and focuses its opener', async ({ page }) => {
  await page.goto('/');
  await openDialog(page);
  await waitForLeadForm(page);
  await fillLead(page);
  await expect(submitButton(page)).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(heroButton(page)).toBeFocused();
  await openDialog(page);
  await expect(page.getByLabel('Nome completo')).toHaveValue('');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('');
  await expect(submitButton(page)).toBeDisabled();
});

test('closes by a click beside it only while its fields are empty', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await openDialog(page);
  await waitForLeadForm(page);
  const dialog = page.locator('#lead-dialog');
  const phone = page.getByLabel('WhatsApp');
  await dialog.getByText('Nome completo').click();
  await phone.fill('1');
  await page.mouse.click(100, 400);
  await expect(phone).toHaveValue('(1');
  await phone.fill('');
  await page.mouse.click(100, 400);
  await expect(dialog).toBeHidden();
});
