import type { FullContact } from '@funil/contract/contacts/contacts';
import { expectErrors } from '../console-errors.ts';
import { holdRequests } from '../hold-requests.ts';
import {
  type ConsoleServer,
  changeContact,
  createLead,
  expect,
  openContact,
  type Page,
  requestApi,
  test,
} from './console-server.ts';

async function openNewLead(page: Page, server: ConsoleServer) {
  const { name } = await createLead(server);
  await expect(await openContact(page, name)).toBeVisible();
  await expect(page.getByLabel('Anotação', { exact: true })).toBeVisible();
  return { name, id: /\/pessoas\/leads\/(\d+)/.exec(page.url())?.[1] ?? '' };
}

async function readNote(server: ConsoleServer, id: string): Promise<string> {
  const detail: FullContact = await requestApi(server, 'GET', `leads/${id}`);
  return detail.note;
}

const conflictDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Outra pessoa mudou isto antes' });

const savedNotes = (page: Page) =>
  page.getByRole('list', { name: 'Anotações' }).getByRole('listitem');

test('keeps the notes of two operators, and saves a note when the operator goes back', async ({
  page,
  server,
}) => {
  const { id } = await openNewLead(page, server);
  const note = page.getByLabel('Anotação', { exact: true });
  await note.fill('A minha.');
  await changeContact(server, `lead:${id}`, { version: 0, note: 'De outra.' });
  await expect(savedNotes(page).getByText('De outra.')).toBeVisible();
  await expect(note).toHaveValue('A minha.');
  await expect(note).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Aprovado' })).toHaveCount(0);
  await note.press('Control+Enter');
  await expect(page.getByText('Anotação salva.')).toBeVisible();
  await expect(note).toHaveValue('');
  await expect(savedNotes(page)).toContainText(['A minha.', 'De outra.']);
  const removals = savedNotes(page).getByRole('button', { name: 'Apagar anotação' });
  await removals.first().press('Enter');
  await expect(savedNotes(page)).toHaveText([/De outra\.$/]);
  await expect(removals).toBeFocused();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(savedNotes(page)).toContainText(['A minha.', 'De outra.']);
  await note.fill('Volta em janeiro.');
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect.poll(() => readNote(server, id)).toBe('Volta em janeiro.');
});

test('shows both versions only when two operators change one contact', async ({ page, server }) => {
  expectErrors(page, /409/);
  const { id } = await openNewLead(page, server);
  const release = await holdRequests(page, '**/console/v1/leads/*');
  await changeContact(server, `lead:${id}`, { version: 0, state: 'aprovado' });
  const person = page.getByRole('article');
  const refusal = page.waitForResponse((response) => response.status() === 409);
  await person.getByRole('button', { name: 'Amanhã' }).click();
  await refusal;
  release();
  const dialog = conflictDialog(page);
  await expect(dialog.getByText('Sem retorno marcado')).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar a minha' }).click();
  await expect(person.getByText(/às 10:00$/)).toBeVisible();
  await expect(person.getByRole('radio', { name: 'Aprovado' })).toBeChecked();

  const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  await page.route('**/console/v1/subjects/*', async (route) => {
    sent += 1;
    await holds[sent - 1]?.promise;
    return route.continue();
  });
  await person.getByRole('radio', { name: 'Em conversa' }).check();
  await person.getByRole('radio', { name: 'Perdido' }).check();
  holds[0]?.resolve();
  await expect(page.getByText('Agora: em conversa.')).toBeVisible();
  await expect.poll(() => sent).toBe(2);
  await expect(person.getByRole('radio', { name: 'Perdido' })).toBeChecked();
  holds[1]?.resolve();
  await expect(page.getByText('Agora: perdido.')).toBeVisible();
  await expect(conflictDialog(page)).toHaveCount(0);
  expect(await requestApi(server, 'GET', `leads/${id}`)).toMatchObject({ state: 'perdido' });
});

test('keeps an unsaved note until the sign-out', async ({ page, server }) => {
  expectErrors(page, /ERR_FAILED/);
  const { name, id } = await openNewLead(page, server);
  await page.route('**/console/v1/subjects/*', (route) => route.abort());
  await page.getByLabel('Anotação', { exact: true }).fill('Prefere falar à tarde.');
  await page.getByRole('link', { name: 'Fechar' }).click();
  await expect(page.getByText(`Sua anotação sobre ${name} não foi salva.`).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Sua anotação sobre ${name} não foi salva.`).first()).toBeVisible();
  await page.unroute('**/console/v1/subjects/*');
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect(page.getByLabel('Anotação', { exact: true })).toHaveValue('Prefere falar à tarde.');
  await page.getByRole('button', { name: 'Salvar anotação' }).click();
  await expect(page.getByText('Anotação salva.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar anotação' })).toHaveCount(0);
  expect(await readNote(server, id)).toBe('Prefere falar à tarde.');

  const stored = () => page.evaluate(() => sessionStorage.getItem('funil-console-drafts'));
  await page.route('**/console/v1/subjects/*', (route) => route.abort());
  await page.getByLabel('Anotação', { exact: true }).fill('Prefere de manhã.');
  await page.goto('/conta');
  expect(await stored()).toContain('Prefere de manhã.');
  // The sign-out does not reach the server, because the other tests use the same session.
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).first().click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  expect(await stored()).toBeNull();
});

test('drops an unsaved note about an erased contact', async ({ page, server }) => {
  expectErrors(page, /404/);
  await openNewLead(page, server);
  await page.route('**/console/v1/subjects/*', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'not_found', message: 'Não existe, ou foi apagado.' },
    }),
  );
  await page.getByLabel('Anotação', { exact: true }).fill('Prefere falar à tarde.');
  await page.getByRole('link', { name: 'Fechar' }).click();
  await expect(page.getByText('Não existe, ou foi apagado.').first()).toBeVisible();
  const stored = await page.evaluate(() => sessionStorage.getItem('funil-console-drafts'));
  expect(stored).toBeNull();
});
