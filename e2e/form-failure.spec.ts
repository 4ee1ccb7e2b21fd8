import type { Page } from '@playwright/test';
import { ANSWERS, CONTACT } from '../testkit/application-form.ts';
import { ApplicationModal } from './application-modal.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-requests.ts';
import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';
import { expectNoViolations } from './no-violations.ts';

/** Lets drawing a form throw while the page is broken: each form calls one of these two with its own texts. */
async function playFault(page: Page, isBroken = false) {
  await page.addInitScript((isBroken) => {
    Object.assign(window, { isBroken });
    const { entries } = Object;
    const { split } = String.prototype;
    const fail = () => {
      if (Reflect.get(window, 'isBroken')) throw new Error('broken by the test');
    };
    Object.entries = (object: object) => {
      if ('menos-5k' in object) fail();
      return entries(object);
    };
    String.prototype.split = function (this: string, separator: string) {
      if (this.startsWith('Só falta dizer')) fail();
      return Reflect.apply(split, this, [separator]);
    } as typeof split;
  }, isBroken);
  const set = (isBroken: boolean) =>
    page.evaluate((value) => Object.assign(window, { isBroken: value }), isBroken);
  return { break: () => set(true), mend: () => set(false) };
}

const error = (page: Page) => page.locator('dialog[open]').getByRole('alert');

test('a short form that throws shows the error screen, and keeps what was typed once it is tried again', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/broken by the test/);
  const fault = await playFault(page);
  await page.goto(funil.url);
  await openLeadDialog(page);
  await page.getByLabel('Nome completo').fill('Ana Souza');
  await fault.break();
  await page.getByLabel('WhatsApp').fill('11987654321');
  const retry = page.getByRole('button', { name: 'Tentar de novo' });
  await expect(retry).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(error(page)).toContainText(
    'Algo falhou do nosso lado. O que você digitou continua aqui.',
  );
  await expectNoViolations(page, 'dialog[open]');

  await retry.click();
  await expect(retry).toBeFocused();
  await fault.mend();
  await retry.click();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');

  await fault.break();
  await page.getByLabel('WhatsApp').fill('');
  await expect(error(page)).toBeVisible();
  await fault.mend();
  await page.getByRole('button', { name: 'Fechar formulário' }).click();
  await expect(page.locator('#lead-dialog')).toBeHidden();
  await openLeadDialog(page);
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await page.keyboard.press('Escape');
  await openLeadDialog(page);
  await expect(page.getByLabel('Nome completo')).toHaveValue('');
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza', telefone: '(11) 98765-4321' }]);
});

test('an application that throws keeps its step and its answers, tried again or closed and opened', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/broken by the test/);
  const fault = await playFault(page);
  await page.goto(funil.url);
  const modal = new ApplicationModal(page);
  await modal.start();
  await modal.fillPersonal();
  await modal.next.click();
  await fault.break();
  await modal.field('Empresa ou negócio').fill(ANSWERS.empresa);
  const title = error(page).getByRole('heading', { name: 'Unexpected Application Error!' });
  await expect(title).toBeVisible();
  await fault.mend();
  await modal.button('Tentar de novo').click();
  await expect(modal.title('Informações da Empresa')).toBeFocused();
  await expect(modal.field('Empresa ou negócio')).toHaveValue(ANSWERS.empresa);

  await fault.break();
  await modal.field('Cargo').fill(ANSWERS.cargo);
  await expect(title).toBeVisible();
  await fault.mend();
  await modal.button('Fechar aplicação').click();
  await expect(modal.dialog).toBeHidden();
  await modal.open();
  await expect(modal.title('Informações da Empresa')).toBeFocused();
  await expect(modal.field('Cargo')).toHaveValue(ANSWERS.cargo);
  await modal.fillCompany();
  await modal.next.click();
  await modal.fillChallenges();
  await modal.next.click();
  await modal.send.click();
  await expect(modal.title('APLICAÇÃO ENVIADA')).toBeFocused();
  const [application, ...others] = funil.rows('applications');
  expect(others).toEqual([]);
  expect(application).toMatchObject({ ...CONTACT, empresa: ANSWERS.empresa });
  await expect.poll(() => funil.rows('application_drafts')[0]?.id).toBe(application?.id);
});

test('a short form that throws while React takes it over stays open, with what was typed before', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/broken by the test/, /Minified React error/);
  const fault = await playFault(page, true);
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await openLeadDialog(page);
  await page.getByLabel('Nome completo').fill('Ana');
  release();
  await expect(error(page)).toBeVisible();
  await fault.mend();
  await page.getByRole('button', { name: 'Tentar de novo' }).press('Enter');
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana');
  await expect(page.getByLabel('Nome completo')).toBeFocused();
});
