import type { Page } from '@playwright/test';
import { ANSWERS, CONTACT } from '../testkit/application-form.ts';
import { Apply } from './apply.ts';
import { readEvents } from './events.ts';
import { expect, test } from './fixtures.ts';

/** Keeps an application's way open until it is let go, to be stored or to fail. */
async function holdApplication(page: Page) {
  const { promise, resolve } = Promise.withResolvers<'store' | 'fail'>();
  await page.route(
    '**/rest/v1/applications',
    async (route) => {
      if ((await promise) === 'store') return route.continue();
      return route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } });
    },
    { times: 1 },
  );
  return resolve;
}

async function sendAndClose(page: Page, url: string): Promise<Apply> {
  await page.goto(url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await expect(apply.button('ENVIANDO...')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(apply.dialog).toBeHidden();
  return apply;
}

const seen = (page: Page, text: string) => page.getByText(text).locator('visible=true');

test('closed while it is sent, and not taken, it says so, and one press sends it again', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const answer = await holdApplication(page);
  const apply = await sendAndClose(page, funil.url);
  await expect(page.getByRole('status').filter({ hasText: 'Salvando...' })).toBeVisible();
  answer('fail');
  await expect(seen(page, 'Erro no envio')).toBeVisible();
  await expect(seen(page, 'Erro: o servidor está fora do ar.')).toBeVisible();
  await apply.open();
  await expect(apply.field('Você já fez')).toHaveValue(ANSWERS.experiencia_anterior);
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([{ ...CONTACT, ...ANSWERS }]);
  await expect.poll(() => readEvents(funil, 'form_complete').length).toBe(1);
  expect(readEvents(funil, 'form_start')).toHaveLength(1);
  expect(readEvents(funil, 'form_abandon')).toEqual([]);
});

test('sent again at once after it was opened again, it is not taken for a robot’s', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const answer = await holdApplication(page);
  const apply = await sendAndClose(page, funil.url);
  await page.clock.setSystemTime(Date.now() + 60_000);
  answer('fail');
  await expect(seen(page, 'Erro no envio')).toBeVisible();
  await apply.open();
  const sent = page.waitForRequest('**/rest/v1/applications');
  await apply.send.click();
  expect(await (await sent).headerValue('x-suspect')).toBeNull();
});

test('closed while it is sent, and taken, it says so, and the next opening is empty', async ({
  page,
  funil,
}) => {
  const answer = await holdApplication(page);
  const apply = await sendAndClose(page, funil.url);
  answer('store');
  await expect(seen(page, 'Aplicação enviada com sucesso!')).toBeVisible();
  expect(funil.rows('applications')).toHaveLength(1);
  await apply.start();
  await expect(apply.field('Nome completo')).toHaveValue('');
});

test('taken while it stands open anew, it is told once that is closed', async ({ page, funil }) => {
  const answer = await holdApplication(page);
  const apply = await sendAndClose(page, funil.url);
  await apply.open();
  answer('store');
  await expect.poll(() => readEvents(funil, 'form_complete').length).toBe(1);
  await expect(apply.button('APLICAR')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(seen(page, 'Aplicação enviada com sucesso!')).toBeVisible();
});

test('not taken while another is written, that one stays, and what was not taken comes next', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const answer = await holdApplication(page);
  const apply = await sendAndClose(page, funil.url);
  await apply.start();
  await apply.field('Nome completo').fill('Bia');
  answer('fail');
  await expect(seen(page, 'Erro no envio')).toBeVisible();
  await expect(apply.field('Nome completo')).toHaveValue('Bia');
  await page.keyboard.press('Escape');
  await apply.open();
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([CONTACT]);
});

test('opened again after it was not taken, and closed, it is empty', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const answer = await holdApplication(page);
  const apply = await sendAndClose(page, funil.url);
  answer('fail');
  await expect(seen(page, 'Erro no envio')).toBeVisible();
  await apply.open();
  await expect(apply.send).toBeVisible();
  await page.keyboard.press('Escape');
  await apply.start();
  await expect(apply.field('Nome completo')).toHaveValue('');
});
