import type { FullContact } from '@funil/contract/console/contacts';
import {
  type ConsoleServer,
  changeContact,
  createLead,
  expect,
  type Page,
  requestApi,
  rowOf,
  test,
} from './console-server.ts';

/** Opens the page of a new lead. */
async function openNewLead(page: Page, server: ConsoleServer) {
  const { name } = await createLead(server);
  await page.goto('/leads');
  await rowOf(page, name).getByRole('link', { name }).first().click();
  await expect(page.getByRole('article', { name })).toBeVisible();
  await expect(page.getByLabel('Anotação')).toBeVisible();
  return { name, id: /\/leads\/(\d+)/.exec(page.url())?.[1] ?? '' };
}

/** Saves a note as another operator. The page cannot refetch the contact until its own save. */
async function saveNoteElsewhere(page: Page, server: ConsoleServer, id: string, version = 0) {
  await page.route('**/console/v1/leads/*', (route) => route.abort());
  await changeContact(server, `lead:${id}`, { version, note: 'De outra.' });
}

async function readNote(server: ConsoleServer, id: string): Promise<string> {
  const detail: FullContact = await requestApi(server, 'GET', `leads/${id}`);
  return detail.note;
}

const conflictDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Outra pessoa mudou isto antes' });

/** Saves the own note over the one of {@link saveNoteElsewhere}. */
async function keepMine(page: Page) {
  const dialog = conflictDialog(page);
  await expect(dialog.getByText('De outra.')).toBeVisible();
  await expect(dialog.getByText('A minha versão.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar a minha' }).click();
  await expect(page.getByText('Anotação salva.')).toBeVisible();
}

test('shows both versions when two operators write a note about one contact', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/409/, /ERR_FAILED/);
  const { id } = await openNewLead(page, server);
  const note = page.getByLabel('Anotação');
  await note.fill('A minha versão.');
  await saveNoteElsewhere(page, server, id);
  await page.unroute('**/console/v1/leads/*');
  await page.getByRole('button', { name: 'Salvar anotação' }).click();
  await keepMine(page);
  await page.reload();
  await expect(note).toHaveValue('A minha versão.');
});

test('keeps the typed text while another operator changes the same contact', async ({
  page,
  server,
}) => {
  const { id } = await openNewLead(page, server);
  const person = page.getByRole('article');
  const note = person.getByLabel('Anotação');
  await note.fill('Escrita pela metade.');
  await changeContact(server, `lead:${id}`, { version: 0, state: 'em_conversa' });
  await expect(person.getByRole('radio', { name: 'Em conversa' })).toBeChecked();
  await expect(note).toHaveValue('Escrita pela metade.');
  await expect(note).toBeFocused();
  await changeContact(server, `lead:${id}`, {
    version: 1,
    note: 'De outra mesa.',
    state: 'aprovado',
  });
  await expect(person.getByRole('radio', { name: 'Aprovado' })).toBeChecked();
  await expect(note).toHaveValue('Escrita pela metade.');
  await note.press('Control+Enter');
  const dialog = conflictDialog(page);
  await expect(dialog.getByText('De outra mesa.')).toBeVisible();
  await expect(dialog.getByText('Escrita pela metade.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ficar com a de agora' }).click();
  await expect(note).toHaveValue('De outra mesa.');
});

test('reports a refused note after its view was closed and shows the conflict there', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/409/, /ERR_FAILED/);
  const { name, id } = await openNewLead(page, server);
  await page.getByLabel('Anotação').fill('A minha versão.');
  await saveNoteElsewhere(page, server, id);
  await page.getByRole('link', { name: 'Fechar' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText(`Sua anotação sobre ${name} não foi salva.`).first()).toBeVisible();
  await page.unroute('**/console/v1/leads/*');
  await page.getByRole('button', { name: 'Abrir' }).click();
  await keepMine(page);
  await expect(page.getByLabel('Anotação')).toHaveValue('A minha versão.');
  expect(await readNote(server, id)).toBe('A minha versão.');
});

test('keeps an unsaved note until the operator signs out', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const { name, id } = await openNewLead(page, server);
  await page.route('**/console/v1/subjects/*', (route) => route.abort());
  await page.getByLabel('Anotação').fill('Prefere falar à tarde.');
  await page.getByRole('link', { name: 'Fechar' }).click();
  await expect(page.getByText(`Sua anotação sobre ${name} não foi salva.`).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Sua anotação sobre ${name} não foi salva.`).first()).toBeVisible();
  await page.unroute('**/console/v1/subjects/*');
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect(page.getByLabel('Anotação')).toHaveValue('Prefere falar à tarde.');
  await page.getByRole('button', { name: 'Salvar anotação' }).click();
  await expect(page.getByText('Anotação salva.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar anotação' })).toHaveCount(0);
  expect(await readNote(server, id)).toBe('Prefere falar à tarde.');

  const stored = () => page.evaluate(() => sessionStorage.getItem('funil-console-drafts'));
  await page.route('**/console/v1/subjects/*', (route) => route.abort());
  await page.getByLabel('Anotação').fill('Prefere de manhã.');
  await page.goto('/conta');
  expect(await stored()).toContain('Prefere de manhã.');
  // The other tests use the same session.
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).first().click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  expect(await stored()).toBeNull();
});

test('shows the other operator’s note when the own one was emptied', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/409/, /ERR_FAILED/);
  const { id } = await openNewLead(page, server);
  const note = page.getByLabel('Anotação');
  await note.fill('A primeira.');
  await note.press('Control+Enter');
  await expect(page.getByText('Anotação salva.')).toBeVisible();
  await note.fill('');
  await saveNoteElsewhere(page, server, id, 1);
  await page.unroute('**/console/v1/leads/*');
  await note.press('Control+Enter');
  await expect(conflictDialog(page).getByText('De outra.')).toBeVisible();
});

test('saves a note when the operator goes back', async ({ page, server }) => {
  const { id } = await openNewLead(page, server);
  await page.getByLabel('Anotação').fill('Volta em janeiro.');
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect.poll(() => readNote(server, id)).toBe('Volta em janeiro.');
});

test('drops an unsaved note about an erased contact and reports it', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await openNewLead(page, server);
  await page.route('**/console/v1/subjects/*', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'not_found', message: 'Não existe, ou foi apagado.' },
    }),
  );
  await page.getByLabel('Anotação').fill('Prefere falar à tarde.');
  await page.getByRole('link', { name: 'Fechar' }).click();
  await expect(page.getByText('Não existe, ou foi apagado.').first()).toBeVisible();
  const stored = await page.evaluate(() => sessionStorage.getItem('funil-console-drafts'));
  expect(stored).toBeNull();
});
