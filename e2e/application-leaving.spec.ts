import type { Page } from '@playwright/test';
import { ANSWERS, CONTACT } from '../testkit/application-form.ts';
import { ApplicationModal } from './application-modal.ts';
import { expectEvents } from './events.ts';
import { test as base, expect } from './fixtures.ts';
import { holdSave } from './hold-requests.ts';

/** An application that was sent and closed, and is on its way until one of these is called. */
interface Sent {
  readonly modal: ApplicationModal;
  store(): void;
  /** Waits until its failure is shown. */
  fail(): Promise<void>;
}

const seen = (page: Page, text: string) => page.getByText(text).locator('visible=true');

const test = base.extend<{ sent: Sent }>({
  sent: async ({ page, funil, expectedErrors }, use) => {
    const answer = await holdSave(page, 'applications');
    await page.goto(funil.url);
    const modal = new ApplicationModal(page);
    await modal.reachTheEnd();
    await modal.send.click();
    await expect(modal.button('ENVIANDO...')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(modal.dialog).toBeHidden();
    await use({
      modal,
      store: () => answer('store'),
      async fail() {
        expectedErrors.push(/503/);
        answer('fail');
        await expect(seen(page, 'Erro no envio')).toBeVisible();
      },
    });
  },
});

test('an application closed while it is sent, and refused, says so; one press sends it again', async ({
  page,
  funil,
  sent: { modal, fail },
}) => {
  await expect(page.getByRole('status').filter({ hasText: 'Salvando...' })).toBeVisible();
  await page.clock.setSystemTime(Date.now() + 60_000);
  await fail();
  await expect(seen(page, 'Erro: o servidor está fora do ar.')).toBeVisible();
  await modal.open();
  await expect(modal.field('Você já fez')).toHaveValue(ANSWERS.experiencia_anterior);
  const request = page.waitForRequest('**/rest/v1/applications');
  await modal.send.click();
  // Sent at once after this opening, but a minute after the first.
  expect(await (await request).headerValue('x-suspect')).toBeNull();
  await expect(modal.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([{ ...CONTACT, ...ANSWERS }]);
  await expectEvents(page, funil, 'form_complete');
  expect(funil.events('form_start')).toHaveLength(1);
  expect(funil.events('form_abandon')).toEqual([]);
});

test('an application closed while it is sent, and stored, says so, and the next one is empty', async ({
  page,
  funil,
  sent: { modal, store },
}) => {
  store();
  await expect(seen(page, 'Aplicação enviada com sucesso!')).toBeVisible();
  expect(funil.rows('applications')).toHaveLength(1);
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue('');
});

test('an application stored while another is written is confirmed once that one is closed', async ({
  page,
  funil,
  sent: { modal, store },
}) => {
  await modal.start();
  await modal.field('Nome completo').fill('Bia');
  store();
  await expectEvents(page, funil, 'form_complete');
  await expect(modal.field('Nome completo')).toHaveValue('Bia');
  await expect(seen(page, 'Aplicação enviada com sucesso!')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(seen(page, 'Aplicação enviada com sucesso!')).toBeVisible();
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

test('an application refused while another is written comes back after that one, once', async ({
  page,
  sent: { modal, fail },
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
