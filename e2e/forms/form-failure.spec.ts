import type { Locator, Page } from '@playwright/test';
import { ANSWERS, CONTACT } from '../../testkit/forms/application-form.ts';
import { expectErrors } from '../console-errors.ts';
import { expect, test } from '../fixtures.ts';
import { openWithHeldScripts } from '../hold-requests.ts';
import { fillLead, openLeadDialog, sendLead, waitForCheckout } from '../lead-dialog.ts';
import { expectNoViolations } from '../no-violations.ts';

/**
 * Makes both forms throw when they render while the page is broken. The fault is in functions that the forms call with
 * their texts.
 */
async function injectFault(page: Page, isBroken = false) {
  await page.addInitScript((isBroken) => {
    Object.assign(window, { isBroken });
    const { map } = Array.prototype;
    const { split } = String.prototype;
    const fail = () => {
      if (Reflect.get(window, 'isBroken')) throw new Error('broken by the test');
    };
    Array.prototype.map = function (this: unknown[], ...args: unknown[]) {
      if (Object(this[0]).key === 'menos-5k') fail();
      return Reflect.apply(map, this, args);
    } as typeof map;
    String.prototype.split = function (this: string, separator: string) {
      if (this.startsWith('Só falta dizer')) fail();
      return Reflect.apply(split, this, [separator]);
    } as typeof split;
  }, isBroken);
  const set = (isBroken: boolean) =>
    page.evaluate((value) => Object.assign(window, { isBroken: value }), isBroken);
  return {
    /**
     * Breaks the page and types in one step, because a form also renders by itself, which would remove the field before
     * the typing.
     */
    breakAndType: (field: Locator, text: string) =>
      field.evaluate((input: HTMLInputElement, text) => {
        input.focus();
        input.select();
        Object.assign(window, { isBroken: true });
        document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
      }, text),
    repair: () => set(false),
  };
}

const errorScreen = (page: Page) => page.locator('dialog[open]').getByRole('alert');

test('shows an error and keeps the texts when the short form throws', async ({ page, funil }) => {
  expectErrors(page, /broken by the test/);
  const fault = await injectFault(page);
  await page.goto('/');
  await openLeadDialog(page);
  await page.getByLabel('Nome completo').fill('Ana Souza');
  await fault.breakAndType(page.getByLabel('WhatsApp'), '11987654321');
  const retry = page.getByRole('button', { name: 'Tentar de novo' });
  await expect(retry).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(errorScreen(page)).toContainText(
    'Algo deu errado por aqui. O que você digitou continua guardado.',
  );
  await expectNoViolations(page, 'dialog[open]');

  await retry.click();
  await expect(retry).toBeFocused();
  await fault.repair();
  await retry.click();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');

  await fault.breakAndType(page.getByLabel('WhatsApp'), '');
  await expect(errorScreen(page)).toBeVisible();
  await fault.repair();
  await page.getByRole('button', { name: 'Fechar formulário' }).click();
  await expect(page.locator('#lead-dialog')).toBeHidden();
  await openLeadDialog(page);
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await page.keyboard.press('Escape');
  await openLeadDialog(page);
  await expect(page.getByLabel('Nome completo')).toHaveValue('');
  await fillLead(page);
  await sendLead(page);
  await waitForCheckout(page);
  expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza', telefone: '(11) 98765-4321' }]);
});

test('keeps step and answers when the application throws', async ({ page, modal, funil }) => {
  expectErrors(page, /broken by the test/);
  const fault = await injectFault(page);
  await page.goto('/');
  await modal.start();
  await modal.completePersonal();
  await fault.breakAndType(modal.field('Empresa ou negócio'), ANSWERS.empresa);
  const title = errorScreen(page).getByRole('heading', { name: 'Unexpected Application Error!' });
  await expect(title).toBeVisible();
  await fault.repair();
  await modal.button('Tentar de novo').click();
  await expect(modal.title('Informações da Empresa')).toBeFocused();
  await expect(modal.field('Empresa ou negócio')).toHaveValue(ANSWERS.empresa);

  await fault.breakAndType(modal.field('Cargo'), ANSWERS.cargo);
  await expect(title).toBeVisible();
  await page.reload();
  await modal.start();
  await modal.next.click();
  await expect(modal.field('Empresa ou negócio')).toHaveValue(ANSWERS.empresa);

  const keptText = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await fault.breakAndType(modal.field('Cargo'), ANSWERS.cargo);
  await expect(title).toBeVisible();
  await fault.repair();
  await modal.button('Fechar aplicação').click();
  await expect(modal.dialog).toBeHidden();
  await expect.poll(keptText).not.toContain(CONTACT.nome);
  await modal.open();
  await expect(modal.title('Informações da Empresa')).toBeFocused();
  await expect(modal.field('Cargo')).toHaveValue(ANSWERS.cargo);
  await modal.completeCompany();
  await modal.completeChallenges();
  await modal.sendAndConfirm();
  const [application, ...others] = funil.rows('applications');
  expect(others).toEqual([]);
  expect(application).toMatchObject({ ...CONTACT, empresa: ANSWERS.empresa });
  const draftIds = () => funil.rows('application_drafts').map(({ id }) => id);
  await expect.poll(draftIds).toContain(application?.id);
});

test('keeps the short form and its texts when hydration throws', async ({ page }) => {
  expectErrors(page, /broken by the test/, /Minified React error/);
  const fault = await injectFault(page, true);
  const release = await openWithHeldScripts(page);
  await openLeadDialog(page);
  await page.getByLabel('Nome completo').fill('Ana');
  release();
  await expect(errorScreen(page)).toBeVisible();
  await fault.repair();
  await page.getByRole('button', { name: 'Tentar de novo' }).press('Enter');
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana');
  await expect(page.getByLabel('Nome completo')).toBeFocused();
});
