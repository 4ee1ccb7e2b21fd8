import type { Page, Route } from '@playwright/test';
import { ANSWERS, CONTACT, fillRemainingSteps } from '../../testkit/forms/application-form.ts';
import { expectErrors } from '../console-errors.ts';
import { expectEvents } from '../events.ts';
import { test as base, expect } from '../fixtures.ts';
import { holdSave } from '../hold-requests.ts';
import { closeByGesture, closeDialog } from '../page-driver.ts';

/** An application that the visitor sent and closed, and that the server has not answered yet. */
interface PendingApplication {
  store(): void;
  /** Answers with a failure, and waits until the page shows it. */
  fail(): Promise<void>;
}

const visibleText = (page: Page, text: string) => page.getByText(text).locator('visible=true');

const test = base.extend<{ pending: PendingApplication }>({
  pending: async ({ page, modal }, use) => {
    const answer = await holdSave(page, 'applications');
    await page.goto('/');
    await modal.reachTheEnd();
    await modal.send.click();
    await expect(modal.button('ENVIANDO...')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(modal.dialog).toBeHidden();
    await use({
      store: () => answer('store'),
      async fail() {
        expectErrors(page, /503/);
        answer('fail');
        await expect(visibleText(page, 'Erro no envio')).toBeVisible();
      },
    });
  },
});

test('sends a closed application that failed again', async ({
  page,
  funil,
  modal,
  pending: { fail },
}) => {
  await expect(page.getByRole('status').filter({ hasText: 'Salvando...' })).toBeVisible();
  await page.clock.setSystemTime(Date.now() + 60_000);
  await fail();
  await expect(visibleText(page, 'Erro: o servidor está fora do ar.')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await modal.open();
  await expect(modal.field('Você já fez')).toHaveValue(ANSWERS.experiencia_anterior);
  const request = page.waitForRequest('**/rest/v1/applications');
  await modal.send.click();
  // The row is not suspect, because the page counts the time from the first opening, a minute ago.
  expect(await (await request).headerValue('x-suspect')).toBeNull();
  await expect(modal.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([{ ...CONTACT, ...ANSWERS }]);
  await expectEvents(page, funil, 'form_complete');
  expect(funil.events('form_start')).toHaveLength(1);
  expect(funil.events('cta_click')[0]).toMatchObject({ payload: { opens: 'application' } });
  expect(funil.events('form_abandon')).toEqual([]);
});

test('confirms the application that was sent while a second one is begun', async ({
  page,
  funil,
  modal,
  pending: { store },
}) => {
  await modal.start();
  await modal.field('Nome completo').fill('Bia');
  store();
  await expectEvents(page, funil, 'form_complete');
  await expect(modal.field('Nome completo')).toHaveValue('Bia');
  await expect(visibleText(page, 'Aplicação enviada com sucesso!')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(visibleText(page, 'Aplicação enviada com sucesso!')).toBeVisible();
  await expectEvents(page, funil, 'form_abandon');
  const [stored] = funil.rows('applications');
  const events = funil.events('form_start', 'form_complete', 'form_abandon');
  expect(events.map(({ name, lead_ref }) => [name, lead_ref === stored?.id])).toEqual([
    ['form_start', true],
    ['form_start', false],
    ['form_complete', true],
    ['form_abandon', false],
  ]);
});

test('restores the application that failed after a second one was begun', async ({
  page,
  modal,
  pending: { fail },
}) => {
  await modal.start();
  await modal.field('Nome completo').fill('Bia');
  await fail();
  await expect(modal.field('Nome completo')).toHaveValue('Bia');
  await page.keyboard.press('Escape');
  await modal.open();
  await expect(modal.send).toBeVisible();
  await expect(modal.field('Você já fez')).toHaveValue(ANSWERS.experiencia_anterior);
  await page.keyboard.press('Escape');
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue('');
});

test('restores a failed one of two applications whole, although the other is kept', async ({
  page,
  modal,
  pending: { fail },
}) => {
  await modal.start();
  await modal.field('Nome completo').fill('Bia');
  await closeByGesture(page);
  await expect(modal.dialog).toBeHidden();
  await fail();
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await modal.open();
  await expect(modal.field('Você já fez')).toHaveValue(ANSWERS.experiencia_anterior);
});

const keptText = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));

test('keeps the answers through a reload, and forgets them once sent or closed', async ({
  page,
  modal,
  funil,
}) => {
  await page.clock.setFixedTime(Date.now());
  await page.goto('/');
  await modal.start();
  await modal.completePersonal();
  await modal.field('Cargo').fill(ANSWERS.cargo);
  await expect.poll(() => funil.rows('application_drafts')).toHaveLength(1);
  await page.reload();
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue(CONTACT.nome);
  await modal.next.click();
  await expect(modal.field('Cargo')).toHaveValue(ANSWERS.cargo);
  await fillRemainingSteps(modal.driver);
  const request = page.waitForRequest('**/rest/v1/applications');
  await modal.sendAndConfirm();
  // The row is not suspect although the clock stands still, because the restored answers were typed before this
  // opening.
  expect(await (await request).headerValue('x-suspect')).toBeNull();
  expect(funil.rows('applications')).toMatchObject([{ ...CONTACT, ...ANSWERS }]);
  await expect.poll(() => keptText(page)).not.toContain(CONTACT.nome);
  // The application has a new id, because someone else may have typed the answers after the reload.
  const [firstDraft] = funil.rows('application_drafts');
  expect(funil.rows('applications')[0]?.id).not.toBe(firstDraft?.id);

  await page.reload();
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue('');
  await modal.fillPersonal();
  await closeDialog(page);
  await page.reload();
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue('');
});

test('forgets the answers half an hour after the last change', async ({ page, modal }) => {
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await page.goto('/');
  await modal.start();
  await modal.fillPersonal();
  await page.clock.setFixedTime(now + 29 * 60_000);
  await page.reload();
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue(CONTACT.nome);
  await page.clock.setFixedTime(now + 60 * 60_000);
  await page.reload();
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue('');
  await expect.poll(() => keptText(page)).not.toContain(CONTACT.nome);
});

test('sends one application when the page reloads before the response', async ({
  page,
  modal,
  funil,
}) => {
  const storeWithoutAnswer = async (route: Route) => void (await route.fetch());
  await page.route('**/rest/v1/applications', storeWithoutAnswer, { times: 1 });
  await page.clock.setFixedTime(Date.now());
  await page.goto('/');
  await modal.reachTheEnd();
  await modal.send.click();
  await expect.poll(() => funil.rows('applications')).toHaveLength(1);
  // The answers keep the id of their application, however often the page reloads.
  for (const _reload of [1, 2]) {
    await page.reload();
    await modal.start();
    await expect(modal.field('Nome completo')).toHaveValue(CONTACT.nome);
  }
  for (const _step of [1, 2, 3]) await modal.next.click();
  const request = page.waitForRequest('**/rest/v1/applications');
  await modal.sendAndConfirm();
  // The clock stands still since the opening.
  expect(await (await request).headerValue('x-suspect')).toBeNull();
  const [first, ...later] = funil.rows('applications');
  expect(later).toMatchObject([{ ...CONTACT, ...ANSWERS, id: first?.id }]);
  await expect.poll(() => keptText(page)).not.toContain(CONTACT.nome);
});
