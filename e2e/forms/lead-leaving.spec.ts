import type { Page } from '@playwright/test';
import { expectErrors } from '../console-errors.ts';
import { expectEvents } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { holdSave } from '../hold-requests.ts';
import {
  fillLead,
  openLeadDialog,
  sendLead,
  stayOnPage,
  submitButton,
  waitForCheckout,
  waitForLeadForm,
} from '../lead-dialog.ts';
import { openSlowNetwork } from './slow-network.ts';

const savingButton = (page: Page) => page.getByRole('button', { name: 'Salvando...' });

/** Waits until a lead, sent by a double press, is saving. @returns a function that lets the save succeed or fail */
async function sendHeldLead(page: Page) {
  const answer = await holdSave(page, 'leads');
  await page.goto('/');
  await openLeadDialog(page);
  await fillLead(page);
  await submitButton(page).dblclick();
  // Waits until React handles the click, because closing the dialog before would cancel the click.
  await expect(savingButton(page)).toBeDisabled();
  return answer;
}

const notices = (page: Page) => page.getByRole('region', { name: 'Avisos' });
const leadDialog = (page: Page) => page.locator('#lead-dialog');

test('saves a lead once after a double click, and redirects when the dialog is closed', async ({
  page,
  funil,
}) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/rest/v1/leads')) requests += 1;
  });
  const isLeaving = await stayOnPage(page);
  const answer = await sendHeldLead(page);
  await expect(page.getByLabel('Nome completo')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(leadDialog(page)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Salvando...' })).toBeVisible();
  answer('store');
  await expect(notices(page)).toContainText('Dados salvos!');
  await expect(notices(page)).toContainText('Redirecionando para o checkout...');
  await expect.poll(isLeaving).toBe(true);
  expect(requests).toBe(1);
  expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza' }]);
  await expectEvents(page, funil, 'checkout_redirect');
  const events = () => funil.events('form_start', 'form_complete', 'form_abandon');
  await expect
    .poll(() => events().map(({ name }) => name))
    .toEqual(['form_start', 'form_complete']);
});

test('reports a failed lead, and keeps its fields for a retry', async ({ page, funil }) => {
  expectErrors(page, /503/);
  const answer = await sendHeldLead(page);
  await page.getByRole('button', { name: 'Fechar formulário' }).click();
  await expect(leadDialog(page)).toBeHidden();
  answer('fail');
  await expect(page.getByText('Ocorreu um erro. Tente novamente.')).toBeVisible();
  await openLeadDialog(page);
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await submitButton(page).click();
  await waitForCheckout(page);
  expect(funil.rows('leads')).toHaveLength(1);
  await expectEvents(page, funil, 'form_complete');
  expect(funil.events('form_abandon')).toEqual([]);
});

test('redirects only after the other form is closed', async ({ page, funil }) => {
  await page.clock.install();
  const isLeaving = await stayOnPage(page);
  const answer = await sendHeldLead(page);
  await page.keyboard.press('Escape');
  await page.locator('[data-section="aplicacao"] [data-opens="application"]').click();
  answer('store');
  await expectEvents(page, funil, 'generate_lead');
  await expect(page.locator('#application-modal')).toBeVisible();
  // Waits longer than the second after which a redirect would come.
  await page.clock.runFor(2_000);
  expect(isLeaving()).toBe(false);
  await page.keyboard.press('Escape');
  await expect(notices(page)).toContainText('Dados salvos!');
  await expect.poll(isLeaving).toBe(true);
});

test('stores a lead on a slow network when the visitor leaves at once', async ({ page, funil }) => {
  await using network = await openSlowNetwork(funil.url, 400);
  await page.goto(network.url);
  await openLeadDialog(page);
  await waitForLeadForm(page);
  await fillLead(page);
  await sendLead(page);
  await page.goto('about:blank');
  await expect.poll(() => funil.rows('leads').length).toBe(1);
  await expectEvents(page, funil, 'form_start');
  expect(funil.events('form_abandon')).toEqual([]);
});
