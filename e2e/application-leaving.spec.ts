import type { Page } from '@playwright/test';
import { ANSWERS, CONTACT } from '../testkit/application-form.ts';
import { Apply } from './apply.ts';
import { readEvents } from './events.ts';
import { test as base, expect } from './fixtures.ts';
import { holdSave } from './hold-requests.ts';

/** An application that was sent and closed, and is on its way until one of these is called. */
interface Sent {
  readonly apply: Apply;
  store(): void;
  /** Waits until it is told. */
  fail(): Promise<void>;
}

const seen = (page: Page, text: string) => page.getByText(text).locator('visible=true');

const test = base.extend<{ sent: Sent }>({
  sent: async ({ page, funil, expectedErrors }, use) => {
    const answer = await holdSave(page, 'applications');
    await page.goto(funil.url);
    const apply = new Apply(page);
    await apply.reachTheEnd();
    await apply.send.click();
    await expect(apply.button('ENVIANDO...')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(apply.dialog).toBeHidden();
    await use({
      apply,
      store: () => answer('store'),
      async fail() {
        expectedErrors.push(/503/);
        answer('fail');
        await expect(seen(page, 'Erro no envio')).toBeVisible();
      },
    });
  },
});

test('closed while it is sent, and not taken, it says so, and one press sends it again', async ({
  page,
  funil,
  sent: { apply, fail },
}) => {
  await expect(page.getByRole('status').filter({ hasText: 'Salvando...' })).toBeVisible();
  await fail();
  await expect(seen(page, 'Erro: o servidor está fora do ar.')).toBeVisible();
  await apply.open();
  await expect(apply.field('Você já fez')).toHaveValue(ANSWERS.experiencia_anterior);
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([{ ...CONTACT, ...ANSWERS }]);
  await expect.poll(() => readEvents(funil, 'form_complete').length, { timeout: 10_000 }).toBe(1);
  expect(readEvents(funil, 'form_start')).toHaveLength(1);
  expect(readEvents(funil, 'form_abandon')).toEqual([]);
});

test('sent again at once after it was opened again, it is not taken for a robot’s', async ({
  page,
  sent: { apply, fail },
}) => {
  await page.clock.setSystemTime(Date.now() + 60_000);
  await fail();
  await apply.open();
  const request = page.waitForRequest('**/rest/v1/applications');
  await apply.send.click();
  expect(await (await request).headerValue('x-suspect')).toBeNull();
});

test('closed while it is sent, and taken, it says so, and the next opening is empty', async ({
  page,
  funil,
  sent: { apply, store },
}) => {
  store();
  await expect(seen(page, 'Aplicação enviada com sucesso!')).toBeVisible();
  expect(funil.rows('applications')).toHaveLength(1);
  await apply.start();
  await expect(apply.field('Nome completo')).toHaveValue('');
});

test('taken while it stands open anew, it is told once that is closed', async ({
  page,
  funil,
  sent: { apply, store },
}) => {
  await apply.open();
  store();
  await expect.poll(() => readEvents(funil, 'form_complete').length, { timeout: 10_000 }).toBe(1);
  await expect(apply.button('APLICAR')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(seen(page, 'Aplicação enviada com sucesso!')).toBeVisible();
});

test('not taken while another is written, that one stays, and what was not taken comes next', async ({
  page,
  funil,
  sent: { apply, fail },
}) => {
  await apply.start();
  await apply.field('Nome completo').fill('Bia');
  await fail();
  await expect(apply.field('Nome completo')).toHaveValue('Bia');
  await page.keyboard.press('Escape');
  await apply.open();
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([CONTACT]);
});

test('opened again after it was not taken, and closed, it is empty', async ({
  page,
  sent: { apply, fail },
}) => {
  await fail();
  await apply.open();
  await expect(apply.send).toBeVisible();
  await page.keyboard.press('Escape');
  await apply.start();
  await expect(apply.field('Nome completo')).toHaveValue('');
});
