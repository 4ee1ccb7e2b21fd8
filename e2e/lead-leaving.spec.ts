import type { Page } from '@playwright/test';
import { readEvents } from './events.ts';
import { expect, test } from './fixtures.ts';
import { holdSave } from './hold-requests.ts';
import { fillLead, openLeadDialog, sendLead, submitButton } from './lead-dialog.ts';
import { openSlowLine } from './slow-line.ts';
import { watchFor } from './watch-for.ts';

/** Sends a lead from the page. @returns what lets its answer come */
async function sendSlowly(page: Page, url: string) {
  const answer = await holdSave(page, 'leads');
  await page.goto(url);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  return answer;
}

const dialog = (page: Page) => page.locator('#lead-dialog');

test('closed while saving, the lead is confirmed and the visitor gets to the checkout', async ({
  page,
  funil,
}) => {
  const answer = await sendSlowly(page, funil.url);
  await expect(page.getByRole('button', { name: 'Salvando...' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Salvando...' })).toBeVisible();
  const bothSeen = await watchFor(page, ['Dados salvos!', 'Redirecionando para o checkout...']);
  answer('store');
  await bothSeen();
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza' }]);
  await expect.poll(() => readEvents(funil, 'checkout_redirect').length).toBe(1);
  const names = ['form_start', 'form_complete', 'form_abandon'];
  expect(readEvents(funil, ...names).map(({ name }) => name)).toEqual([
    'form_start',
    'form_complete',
  ]);
});

test('closed while saving, and not saved, it says so, and opens again as it was', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const answer = await sendSlowly(page, funil.url);
  await page.getByRole('button', { name: 'Fechar formulário' }).click();
  await expect(dialog(page)).toBeHidden();
  answer('fail');
  await expect(page.getByText('Ocorreu um erro. Tente novamente.')).toBeVisible();
  await openLeadDialog(page);
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await submitButton(page).click();
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')).toHaveLength(1);
  await expect.poll(() => readEvents(funil, 'form_complete').length).toBe(1);
  expect(readEvents(funil, 'form_abandon')).toEqual([]);
});

test('saved while another form is open, the checkout waits until that one is closed', async ({
  page,
  funil,
}) => {
  const answer = await sendSlowly(page, funil.url);
  await page.keyboard.press('Escape');
  await page.locator('[data-section="aplicacao"] [data-opens="application"]').click();
  const stored = page.waitForResponse('**/rest/v1/leads');
  answer('store');
  await stored;
  await expect.poll(() => readEvents(funil, 'generate_lead').length).toBe(1);
  await expect(page.locator('#application-modal')).toBeVisible();
  const isConfirmed = await watchFor(page, ['Dados salvos!']);
  await page.keyboard.press('Escape');
  await isConfirmed();
  await page.waitForURL('https://checkout.example/**');
});

test('a save that failed, and a visitor who then leaves, is a form given up', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const answer = await sendSlowly(page, funil.url);
  answer('fail');
  await expect(page.getByText('Ocorreu um erro. Tente novamente.')).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(1);
  expect(readEvents(funil, 'form_complete')).toEqual([]);
});

test('left right after the press, on a slow line, the lead is stored', async ({ page, funil }) => {
  await using line = await openSlowLine(funil.url, 400);
  await page.goto(line.url);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.goto('about:blank');
  await expect.poll(() => funil.rows('leads').length).toBe(1);
  expect(readEvents(funil, 'form_abandon')).toEqual([]);
});

test('with no room left for requests that outlive the page, the lead is stored all the same', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await page.route('**/never', () => new Promise(() => {}));
  await page.evaluate(() => {
    const body = 'x'.repeat(60_000);
    // Rejected when the page goes.
    fetch('/never', { method: 'POST', body, keepalive: true }).catch(() => {});
    return fetch('/never', { method: 'POST', body, keepalive: true }).then(
      () => 'taken',
      () => 'refused',
    );
  });
  await openLeadDialog(page);
  await fillLead(page, 'Ana '.repeat(45), '11987654321');
  await page.evaluate(() => {
    const clicks = Array.from({ length: 200 }, () => ({
      botao: 'x'.repeat(40),
      timestamp: new Date().toISOString(),
      secao: 'hero',
    }));
    const journey = JSON.parse(localStorage.getItem('journey_tracking_data') ?? '{}');
    const full = { ...journey, botoes_clicados: clicks };
    localStorage.setItem('journey_tracking_data', JSON.stringify(full));
  });
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')).toHaveLength(1);
});
