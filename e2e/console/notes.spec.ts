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

/** Another operator saves a note first; this page learns of it by its own save only. */
async function overtake(page: Page, server: ConsoleServer, id: string) {
  await page.route('**/console/v1/leads/*', (route) => route.abort());
  await changeContact(server, `lead:${id}`, { version: 0, note: 'De outra.' });
}

/** The note as the server keeps it. */
async function readNote(server: ConsoleServer, id: string): Promise<string> {
  const detail: FullContact = await requestApi(server, 'GET', `leads/${id}`);
  return detail.note;
}

/** The question that is asked if another operator wrote first. */
const askedOf = (page: Page) => page.getByRole('dialog', { name: 'Outra pessoa mudou isto antes' });

/** Saves the operator's own version over the one of {@link overtake}. */
async function insistOnMine(page: Page) {
  const question = askedOf(page);
  await expect(question.getByText('De outra.')).toBeVisible();
  await expect(question.getByText('A minha versão.')).toBeVisible();
  await question.getByRole('button', { name: 'Salvar a minha' }).click();
  await expect(page.getByText('Anotação salva.')).toBeVisible();
}

test('shows both versions when two operators write about one person', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/409/, /ERR_FAILED/);
  const { id } = await openNewLead(page, server);
  const note = page.getByLabel('Anotação');
  await note.fill('A minha versão.');
  await overtake(page, server, id);
  await page.unroute('**/console/v1/leads/*');
  await page.getByRole('button', { name: 'Salvar anotação' }).click();
  await insistOnMine(page);
  await page.reload();
  await expect(note).toHaveValue('A minha versão.');
});

test('keeps the text in the field while another operator changes the same person', async ({
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
  const question = askedOf(page);
  await expect(question.getByText('De outra mesa.')).toBeVisible();
  await expect(question.getByText('Escrita pela metade.')).toBeVisible();
  await question.getByRole('button', { name: 'Ficar com a de agora' }).click();
  await expect(note).toHaveValue('De outra mesa.');
});

test('says that a note was refused after its person was left, and asks there', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/409/, /ERR_FAILED/);
  const { name, id } = await openNewLead(page, server);
  await page.getByLabel('Anotação').fill('A minha versão.');
  await overtake(page, server, id);
  await page.getByRole('link', { name: 'Fechar' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText(`Sua anotação sobre ${name} não foi salva.`).first()).toBeVisible();
  await page.unroute('**/console/v1/leads/*');
  await page.getByRole('button', { name: 'Abrir' }).click();
  await insistOnMine(page);
  await expect(page.getByLabel('Anotação')).toHaveValue('A minha versão.');
  expect(await readNote(server, id)).toBe('A minha versão.');
});

test('keeps a note that did not reach the server, until the operator signs out', async ({
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

  const kept = () => page.evaluate(() => sessionStorage.getItem('funil-console-drafts'));
  await page.route('**/console/v1/subjects/*', (route) => route.abort());
  await page.getByLabel('Anotação').fill('Prefere de manhã.');
  await page.goto('/conta');
  expect(await kept()).toContain('Prefere de manhã.');
  // The other tests go on with this session.
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).first().click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  expect(await kept()).toBeNull();
});

test('saves a note when the operator leaves by the browser’s back button', async ({
  page,
  server,
}) => {
  const { id } = await openNewLead(page, server);
  await page.getByLabel('Anotação').fill('Volta em janeiro.');
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect.poll(() => readNote(server, id)).toBe('Volta em janeiro.');
});

test('drops a note about a person who was erased meanwhile, and says so', async ({
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
  const kept = await page.evaluate(() => sessionStorage.getItem('funil-console-drafts'));
  expect(kept).toBeNull();
});
