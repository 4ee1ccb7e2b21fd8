import type { Route } from '@playwright/test';
import { ANSWERS, CONTACT } from '../../testkit/application-form.ts';
import { expectErrors } from '../console-errors.ts';
import { expect, test } from '../fixtures.ts';

test('logs a failed draft, and saves it at a later step', async ({ page, modal, funil }) => {
  expectErrors(page, /503/);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.route(
    '**/rest/v1/application_drafts',
    (route) => route.fulfill({ status: 503, json: { message: '' } }),
    { times: 1 },
  );
  await page.goto('/');
  await modal.start();
  await modal.completePersonal();
  await expect(modal.title('Informações da Empresa')).toBeFocused();
  await expect(modal.indicator).toHaveText('Erro ao salvar');
  await expect(modal.indicator).toBeVisible();
  await expect.poll(() => warnings).toContain('application draft: Erro desconhecido');
  expect(funil.rows('application_drafts')).toEqual([]);

  await modal.completeCompany();
  await expect(modal.title('Desafios e Objetivos')).toBeFocused();
  await expect(modal.indicator).toHaveText(/^Salvo \d{2}:\d{2}$/);
  expect(funil.rows('application_drafts')).toMatchObject([CONTACT]);
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
    // A proxy's error page has no message.
    refuse(502, ''),
    'Erro: o servidor está fora do ar. Tente de novo em instantes.',
  ],
  [
    async (route) => {
      // The row is stored and the answer is lost.
      await route.fetch();
      return route.abort();
    },
    'Erro: sem conexão com o servidor.',
  ],
];

test('returns to a field that became invalid when the application is sent, explains a failed send, and keeps fields and id', async ({
  page,
  modal,
  funil,
}) => {
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
  // An extension or the browser fills in a hidden field.
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
