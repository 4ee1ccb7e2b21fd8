import type { SubjectDetail } from '@funil/contract/console/subjects';
import type { Page } from '@playwright/test';
import { holdRequests } from '../hold-requests.ts';
import { arrive, askElsewhere, changeElsewhere, type Desk, expect, rowOf, test } from './desk.ts';

/** Opens the page of somebody who has just arrived. */
async function openSomebody(page: Page, desk: Desk) {
  const { name } = await arrive(desk);
  await page.goto('/leads');
  await rowOf(page, name).getByRole('link', { name }).first().click();
  await expect(page.getByRole('article', { name })).toBeVisible();
  await expect(page.getByLabel('Anotação')).toBeVisible();
  return { name, id: /\/leads\/(\d+)/.exec(page.url())?.[1] ?? '' };
}

/** Another operator's note is saved first, of which this page hears only by its own save. */
async function overtake(page: Page, desk: Desk, id: string) {
  await page.route('**/console/v1/leads/*', (route) => route.abort());
  await changeElsewhere(desk, id, { version: 0, note: 'De outra.' });
}

/** The note as the server keeps it. */
async function readNote(desk: Desk, id: string): Promise<string> {
  const detail: SubjectDetail = await askElsewhere(desk, 'GET', `leads/${id}`);
  return detail.note;
}

/** What is asked where another operator wrote first. */
const askedOf = (page: Page) => page.getByRole('dialog', { name: 'Outra pessoa mudou isto antes' });

/** Sees both versions, and saves one’s own over that of {@link overtake}. */
async function insistOnMine(page: Page) {
  const question = askedOf(page);
  await expect(question.getByText('De outra.')).toBeVisible();
  await expect(question.getByText('A minha versão.')).toBeVisible();
  await question.getByRole('button', { name: 'Salvar a minha' }).click();
  await expect(page.getByText('Anotação salva.')).toBeVisible();
}

test('two operators at one person see both versions, and nothing is lost silently', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/409/, /ERR_FAILED/);
  const { id } = await openSomebody(page, desk);
  const note = page.getByLabel('Anotação');
  await note.fill('A minha versão.');
  await overtake(page, desk, id);
  await page.unroute('**/console/v1/leads/*');
  await page.getByRole('button', { name: 'Salvar anotação' }).click();
  await insistOnMine(page);
  await page.reload();
  await expect(note).toHaveValue('A minha versão.');
});

test('what is being written stays while another operator changes the same person', async ({
  page,
  desk,
}) => {
  const { id } = await openSomebody(page, desk);
  const person = page.getByRole('article');
  const note = person.getByLabel('Anotação');
  await note.fill('Escrita pela metade.');
  await changeElsewhere(desk, id, { version: 0, state: 'em_conversa' });
  await expect(person.getByRole('radio', { name: 'Em conversa' })).toBeChecked();
  await expect(note).toHaveValue('Escrita pela metade.');
  await expect(note).toBeFocused();
  await changeElsewhere(desk, id, { version: 1, note: 'De outra mesa.', state: 'aprovado' });
  await expect(person.getByRole('radio', { name: 'Aprovado' })).toBeChecked();
  await expect(note).toHaveValue('Escrita pela metade.');
  await note.press('Control+Enter');
  const question = askedOf(page);
  await expect(question.getByText('De outra mesa.')).toBeVisible();
  await expect(question.getByText('Escrita pela metade.')).toBeVisible();
  await question.getByRole('button', { name: 'Ficar com a de agora' }).click();
  await expect(note).toHaveValue('De outra mesa.');
});

test('a note that is refused after its person was left is told, and stands there with the question', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/409/, /ERR_FAILED/);
  const { name, id } = await openSomebody(page, desk);
  await page.getByLabel('Anotação').fill('A minha versão.');
  await overtake(page, desk, id);
  await page.getByRole('link', { name: 'Fechar' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText(`Sua anotação sobre ${name} não foi salva.`).first()).toBeVisible();
  await page.unroute('**/console/v1/leads/*');
  await page.getByRole('button', { name: 'Abrir' }).click();
  await insistOnMine(page);
  await expect(page.getByLabel('Anotação')).toHaveValue('A minha versão.');
  expect(await readNote(desk, id)).toBe('A minha versão.');
});

test('a note that did not reach the server is still written when its person is opened again', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const { name, id } = await openSomebody(page, desk);
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
  expect(await readNote(desk, id)).toBe('Prefere falar à tarde.');
});

test('what is written while a note is being saved is saved after it', async ({ page, desk }) => {
  const { id } = await openSomebody(page, desk);
  const release = await holdRequests(page, '**/console/v1/subjects/*');
  const note = page.getByLabel('Anotação');
  await note.fill('Ligar amanhã');
  await note.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Salvando…' })).toBeVisible();
  await note.fill('Ligar amanhã, às dez.');
  await page.getByRole('link', { name: 'Fechar' }).click();
  release();
  await expect.poll(() => readNote(desk, id)).toBe('Ligar amanhã, às dez.');
});

test('a note is kept also when the way out is the browser’s own', async ({ page, desk }) => {
  const { id } = await openSomebody(page, desk);
  await page.getByLabel('Anotação').fill('Volta em janeiro.');
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect.poll(() => readNote(desk, id)).toBe('Volta em janeiro.');
});

test('whoever signs out leaves no unsaved note at this device', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const kept = () => page.evaluate(() => sessionStorage.getItem('funil-console-drafts'));
  await openSomebody(page, desk);
  await page.route('**/console/v1/subjects/*', (route) => route.abort());
  await page.getByLabel('Anotação').fill('Prefere falar à tarde.');
  await page.goto('/conta');
  expect(await kept()).toContain('Prefere falar à tarde.');
  // The other tests go on with this session.
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).first().click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  expect(await kept()).toBeNull();
});

test('a note about somebody who is gone by now is told of once, and not kept', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await openSomebody(page, desk);
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
