import { CONTACT } from '../testkit/application-form.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './hold-requests.ts';

test('saves a corrected step 1 again, and each opening as another application', async ({
  page,
  modal,
  funil,
}) => {
  await page.goto(funil.url);
  await modal.start();
  await modal.fillPersonal();
  await modal.field('E-mail').fill('errado@souza.com.br');
  await modal.next.click();
  await expect(modal.indicator).toHaveText(/^Salvo \d{2}:\d{2}$/);
  await modal.back.click();
  await modal.next.click();
  await expect(modal.indicator).toHaveText('Dados salvos');
  expect(funil.rows('application_drafts')).toHaveLength(1);
  await modal.back.click();
  await modal.field('E-mail').fill(CONTACT.email);
  await modal.next.click();
  await expect.poll(() => funil.rows('application_drafts').length).toBe(2);
  await page.keyboard.press('Escape');

  await modal.start();
  await modal.completePersonal();
  await expect.poll(() => funil.rows('application_drafts').length).toBe(3);
  const [wrong, corrected, next] = funil.rows('application_drafts');
  expect(wrong).toMatchObject({ email: 'errado@souza.com.br' });
  expect(corrected).toMatchObject({ ...CONTACT, id: wrong?.id });
  expect(corrected?.save_id).not.toBe(wrong?.save_id);
  expect(next).toMatchObject(CONTACT);
  expect(next?.id).not.toBe(wrong?.id);
});

test('shows that a draft is being saved, then the time, then fades', async ({
  page,
  modal,
  funil,
}) => {
  const release = await holdRequests(page, '**/rest/v1/application_drafts');
  await page.clock.install({ time: new Date('2026-03-02T14:05:00-03:00') });
  await page.goto(funil.url);
  await page.clock.runFor(1000);
  await modal.start();
  await expect(modal.indicator).toBeHidden();
  await modal.completePersonal();
  await expect(modal.indicator).toHaveText('Salvando...');
  await expect(modal.indicator).toHaveCSS('color', 'rgb(124, 183, 255)');
  // A clock cannot be paused in its past.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  release();
  await expect(modal.indicator).toHaveText('Salvo 14:05');
  await expect(modal.indicator).toHaveCSS('color', 'rgb(111, 220, 140)');
  await page.clock.runFor(2900);
  await expect(modal.indicator).toBeVisible();
  await page.clock.runFor(200);
  await expect(modal.indicator).toBeHidden();
});
