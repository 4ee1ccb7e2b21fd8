import type { Route } from '@playwright/test';
import { ANSWERS, CONTACT } from '../../testkit/forms/application-form.ts';
import { expectErrors } from '../console-errors.ts';
import { expect, test } from '../fixtures.ts';
import { holdRequests } from '../hold-requests.ts';

test('logs a failed draft, saves it later, and shows the time until the indicator fades', async ({
  page,
  modal,
  funil,
}) => {
  expectErrors(page, /503/);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const drafts = '**/rest/v1/application_drafts';
  const fail = (route: Route) => route.fulfill({ status: 503, json: { message: '' } });
  await page.route(drafts, fail, { times: 1 });
  await page.clock.install({ time: new Date('2026-03-02T12:00:00-03:00') });
  await page.goto('/');
  await modal.start();
  await expect(modal.indicator).toBeHidden();
  await modal.completePersonal();
  await expect(modal.indicator).toHaveText('Erro ao salvar');
  await expect(modal.indicator).toBeVisible();
  await expect.poll(() => warnings).toContain('application draft: Erro desconhecido');
  expect(funil.rows('application_drafts')).toEqual([]);

  const release = await holdRequests(page, drafts);
  await modal.fillCompany();
  await page.clock.pauseAt(new Date('2026-03-02T14:05:00-03:00'));
  await modal.next.click();
  await expect(modal.indicator).toHaveText('Salvando...');
  await expect(modal.indicator).toHaveCSS('color', 'rgb(124, 183, 255)');
  release();
  await expect(modal.indicator).toHaveText('Salvo 14:05');
  await expect(modal.indicator).toHaveCSS('color', 'rgb(111, 220, 140)');
  expect(funil.rows('application_drafts')).toMatchObject([CONTACT]);
  await page.clock.runFor(2900);
  await expect(modal.indicator).toBeVisible();
  await page.clock.runFor(200);
  await expect(modal.indicator).toBeHidden();
});

const refuse = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { code: 'x', message } });

/** Responses of a failing server, each with the message that the visitor reads. */
const FAILURES: [answer: (route: Route) => Promise<void>, message: string][] = [
  [
    refuse(400, 'new row violates check constraint'),
    'Erro: uma das respostas não foi aceita. Confira os campos e tente de novo.',
  ],
  [refuse(429, 'too many'), 'Erro: muitos envios em pouco tempo. Tente de novo em um minuto.'],
  [
    // A proxy's error page has no message of the server, so the page shows its own.
    refuse(502, ''),
    'Erro: o servidor está fora do ar. Tente de novo em instantes.',
  ],
  [
    async (route) => {
      // The server stores the row, but the page gets no response.
      await route.fetch();
      return route.abort();
    },
    'Erro: sem conexão com o servidor.',
  ],
];

test('explains a failed send, and keeps fields and id', async ({ page, modal, funil }) => {
  expectErrors(page, /400|429|502|ERR_FAILED/);
  const sent: { key: string | undefined; id: string }[] = [];
  await page.route('**/rest/v1/applications', (route) => {
    const request = route.request();
    sent.push({ key: request.headers()['idempotency-key'], id: request.postDataJSON().id });
    const [answer] = FAILURES[sent.length - 1] ?? [];
    return answer ? answer(route) : route.continue();
  });
  await page.addInitScript(() => {
    const reported = { leads: 0 };
    const fbq = (_command: string, event: string) => {
      if (event === 'Lead') reported.leads += 1;
    };
    Object.assign(window, { fbq, reported });
  });
  await page.goto('/');
  await modal.reachTheEnd();
  // Fills in a field of a hidden step, as an extension or the browser may do.
  await modal.dialog.locator('[name="email"]').evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'ana@');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await modal.send.click();
  await expect(page.getByText('Erro na validação')).toBeVisible();
  await expect(page.getByText('Por favor, verifique os campos obrigatórios.')).toBeVisible();
  await expect(modal.title('Informações Pessoais')).toBeVisible();
  await expect(modal.field('E-mail')).toBeFocused();
  await expect(modal.field('E-mail')).toHaveAccessibleDescription('Email inválido');
  expect(funil.rows('applications')).toEqual([]);
  await modal.field('E-mail').fill(CONTACT.email);
  for (let step = 1; step < 4; step += 1) await modal.next.click();

  for (const [, message] of FAILURES) {
    await modal.send.click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(modal.indicator).toHaveText('Erro ao salvar');
    await expect(modal.send).toBeFocused();
  }
  await expect(page.getByText('Erro no envio').first()).toBeVisible();
  await expect(page.getByText('violates')).toHaveCount(0);
  await expect(modal.field('Você já fez')).toHaveValue(ANSWERS.experiencia_anterior);
  expect(await page.evaluate('reported.leads')).toBe(0);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);

  await modal.field('Você já fez').fill('Nenhuma, na verdade.');
  await modal.sendAndConfirm();
  await expect.poll(() => page.evaluate('reported.leads')).toBe(1);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  const [lost, edited, ...others] = funil.rows('applications');
  expect(others).toEqual([]);
  expect(lost).toMatchObject({ ...CONTACT, ...ANSWERS });
  expect(edited).toMatchObject({ id: lost?.id, experiencia_anterior: 'Nenhuma, na verdade.' });
  expect(edited?.save_id).not.toBe(lost?.save_id);
});
