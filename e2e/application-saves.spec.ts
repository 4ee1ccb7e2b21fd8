import { ANSWERS, CONTACT } from '../testkit/application-form.ts';
import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';

test('a corrected step 1 is saved again, under the same application; the newest counts', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.fillPersonal();
  await apply.field('E-mail').fill('errado@souza.com.br');
  await apply.next.click();
  await expect(apply.indicator).toHaveText(/^Salvo \d{2}:\d{2}$/);
  await apply.back.click();
  await apply.field('E-mail').fill(CONTACT.email);
  await apply.next.click();
  await expect.poll(() => funil.rows('application_drafts').length).toBe(2);
  const [wrong, corrected] = funil.rows('application_drafts');
  expect(wrong).toMatchObject({ email: 'errado@souza.com.br' });
  expect(corrected).toMatchObject({ ...CONTACT, id: wrong?.id });
  expect(corrected?.save_id).not.toBe(wrong?.save_id);
});

test('left again as it was, step 1 says that it is saved, and saves nothing more', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.fillPersonal();
  await apply.next.click();
  await expect(apply.indicator).toHaveText(/^Salvo \d{2}:\d{2}$/);
  await apply.back.click();
  await apply.next.click();
  await expect(apply.indicator).toHaveText('Dados salvos');
  expect(funil.rows('application_drafts')).toHaveLength(1);
});

test('on Supabase a save that had arrived before counts as saved, nobody knows when', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  await page.route('**/rest/v1/application_drafts', (route) =>
    route.fulfill({ status: 409, json: { code: '23505', message: 'duplicate key value' } }),
  );
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.fillPersonal();
  await apply.next.click();
  await expect(apply.indicator).toHaveText('Dados salvos');
});

test('edited after a lost answer, the application is sent again as it is now', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  let tries = 0;
  await page.route('**/rest/v1/applications', async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await expect(page.getByText('Erro no envio')).toBeVisible();
  await apply.field('Você já fez').fill('Nenhuma, na verdade.');
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  const [lost, sent] = funil.rows('applications');
  expect(lost).toMatchObject(ANSWERS);
  expect(sent).toMatchObject({
    ...CONTACT,
    id: lost?.id,
    experiencia_anterior: 'Nenhuma, na verdade.',
  });
  expect(sent?.save_id).not.toBe(lost?.save_id);
});
