import type { Page } from '@playwright/test';
import { ANSWERS, CONTACT } from '../../testkit/forms/application-form.ts';
import { expect, test } from '../fixtures.ts';
import { holdRequests } from '../hold-requests.ts';

/** Fakes Meta's pixel and records its leads. */
async function fakePixel(page: Page) {
  await page.addInitScript(() => {
    const calls: unknown[][] = [];
    Object.assign(window, {
      fbq: (...call: unknown[]) => call[1] === 'Lead' && calls.push(call),
      pixelCalls: calls,
    });
  });
  return () => page.evaluate(() => (window as unknown as { pixelCalls: unknown[][] }).pixelCalls);
}

test('stores an application once, from header to confirmation', async ({ page, modal, funil }) => {
  const readPixelCalls = await fakePixel(page);
  await page.goto('/?utm_source=bio&utm_campaign=mentoria');
  const before = Date.now();
  await modal.reachTheEnd();
  expect(await readPixelCalls()).toEqual([]);

  const release = await holdRequests(page, '**/rest/v1/applications');
  await modal.send.dblclick();
  await expect(modal.button('ENVIANDO...')).toBeDisabled();
  await expect(modal.back).toBeDisabled();
  await expect(modal.field('Você já fez')).toBeDisabled();
  await expect(modal.indicator).toHaveText('Salvando...');
  release();
  await expect(modal.title('APLICAÇÃO ENVIADA')).toBeFocused();
  await expect(modal.dialog.getByText('em até 48 horas')).toBeVisible();
  await expect(page.getByText('Aplicação enviada com sucesso!')).toBeVisible();
  const confirmation = 'Seus dados foram registrados. Em breve entraremos em contato.';
  await expect(page.getByText(confirmation)).toBeVisible();
  // Only the last step confirms the application. No toast and no save indicator appears.
  await expect(page.locator('.notice')).toHaveCount(0);
  await expect(modal.indicator).toBeHidden();

  const [application, ...others] = funil.rows('applications');
  expect(others).toEqual([]);
  expect(application).toMatchObject({
    ...CONTACT,
    ...ANSWERS,
    objetivos_movimento: '',
    orcamento_investimento: '',
    utm_source: 'bio',
    utm_medium: 'organico',
    utm_campaign: 'mentoria',
    utm_content: '',
    utm_term: '',
    paginas_visitadas: 1,
  });
  expect(application?.tempo_jornada_segundos).toEqual(expect.any(Number));
  expect(Date.parse(String(application?.origem_timestamp))).toBeLessThanOrEqual(Date.now());

  const id = String(application?.id);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const openedAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(openedAt).toBeGreaterThanOrEqual(before);
  expect(openedAt).toBeLessThanOrEqual(Date.now());
  await expect.poll(() => funil.rows('application_drafts')).toMatchObject([{ id, ...CONTACT }]);
  await expect.poll(readPixelCalls).toEqual([['track', 'Lead', {}, { eventID: id }]]);

  await modal.button('Voltar à página principal').click();
  await expect(modal.dialog).toBeHidden();
  await expect(modal.opener).toBeFocused();
});

test('counts a pasted text as a person’s for one application only', async ({ page, modal }) => {
  await page.clock.setFixedTime(new Date('2026-03-02T12:00:00-03:00'));
  await page.goto('/');
  await modal.reachTheEnd();
  await modal.dialog.locator('form').dispatchEvent('paste');
  const sendAndReadSignals = async () => {
    const request = page.waitForRequest('**/rest/v1/applications');
    await modal.sendAndConfirm();
    return (await request).headerValue('x-suspect');
  };
  expect(await sendAndReadSignals()).toBeNull();
  await page.keyboard.press('Escape');
  await modal.reachTheEnd();
  expect(await sendAndReadSignals()).toBe('too-fast');
});
