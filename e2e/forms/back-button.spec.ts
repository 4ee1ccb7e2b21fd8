import type { Page } from '@playwright/test';
import { BUTTON_LABELS, CONTACT } from '../../testkit/application-form.ts';
import { expectEvents, waitForLateScript } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import {
  fillLead,
  heroButton,
  openLeadDialog,
  saveLead,
  waitForCheckout,
  waitForLeadForm,
} from '../lead-dialog.ts';

const START = '/robots.txt';

/** Opens the page after another one, to which the back button would return. */
async function openPage(page: Page, address = '/'): Promise<void> {
  await page.goto(START, { waitUntil: 'load' });
  await page.goto(address);
  await waitForLateScript(page);
}

const goBack = (page: Page) => page.evaluate(() => history.back());
const isDialogEntry = (page: Page) => page.evaluate(() => history.state?.dialog === true);

test('closes the short form on going back, and counts one page view', async ({ page, funil }) => {
  await openPage(page);
  await heroButton(page).evaluate((button) => {
    scrollTo(0, 300);
    button.focus({ preventScroll: true });
  });
  await page.keyboard.press('Enter');
  await waitForLeadForm(page);
  await fillLead(page);
  await goBack(page);
  await expect(page.locator('#lead-dialog')).toBeHidden();
  await expect(heroButton(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(300);
  await expectEvents(page, funil, 'form_abandon');
  await expectEvents(page, funil, 'page_view');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nome completo')).toHaveValue('');
  await expect.poll(() => isDialogEntry(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isDialogEntry(page)).toBe(false);
  await page.evaluate(() => history.forward());
  await expect.poll(() => isDialogEntry(page)).toBe(false);
  await goBack(page);
  await page.waitForURL(`**${START}`);
});

test('goes back in the application step by step, and keeps its answers', async ({
  page,
  modal,
}) => {
  await openPage(page, '/#formulario-aplicacao');
  await modal.start();
  await modal.completePersonal();
  await modal.fillCompany();
  await goBack(page);
  await expect(modal.title('Informações Pessoais')).toBeFocused();
  await expect(modal.field('Nome completo')).toHaveValue(CONTACT.nome);
  await goBack(page);
  await expect(modal.button(BUTTON_LABELS.start)).toBeVisible();
  await modal.button(BUTTON_LABELS.start).click();
  await expect(modal.field('E-mail')).toHaveValue(CONTACT.email);
  await goBack(page);
  await expect(modal.button(BUTTON_LABELS.start)).toBeVisible();
  await goBack(page);
  await expect(modal.dialog).toBeHidden();
  await goBack(page);
  await page.waitForURL(`**${START}`);
});

test('closes only the privacy text above a form, and an enlarged conversation', async ({
  page,
}) => {
  await openPage(page);
  await openLeadDialog(page);
  await waitForLeadForm(page);
  await fillLead(page);
  await page
    .locator('#lead-dialog')
    .getByRole('link', { name: 'Como cuidamos dos seus dados' })
    .click();
  const privacy = page.getByRole('dialog', { name: 'Privacidade e LGPD' });
  await expect(privacy).toBeVisible();
  await goBack(page);
  await expect(privacy).toHaveCount(0);
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect.poll(() => isDialogEntry(page)).toBe(true);
  await goBack(page);
  await expect(page.locator('#lead-dialog')).toBeHidden();

  await page.locator('[data-carousel]').scrollIntoViewIfNeeded();
  await page.locator('[data-looping] [data-enlarge]').first().click();
  const picture = page.locator('#conversation-dialog');
  await expect(picture).toBeVisible();
  await goBack(page);
  await expect(picture).toBeHidden();
  expect(page.url()).not.toContain(START);
});

test('removes the entry of a dialog that a reload closed', async ({ page }) => {
  await openPage(page);
  await openLeadDialog(page);
  await expect.poll(() => isDialogEntry(page)).toBe(true);
  await page.reload();
  await expect.poll(() => isDialogEntry(page)).toBe(false);
  await openLeadDialog(page);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#lead-dialog [data-closes]')?.click();
    document.querySelector<HTMLElement>('[data-section="hero"] [data-opens="lead"]')?.click();
  });
  await expect.poll(() => isDialogEntry(page)).toBe(true);
  await goBack(page);
  await expect(page.locator('#lead-dialog')).toBeHidden();
});

test('leaves for the checkout, and returns to the page without a dialog', async ({ page }) => {
  await openPage(page);
  await saveLead(page);
  await page.goBack();
  await expect(heroButton(page)).toBeVisible();
  await waitForLateScript(page);
  await expect.poll(() => isDialogEntry(page)).toBe(false);
  await saveLead(page);
  await waitForCheckout(page);
});
