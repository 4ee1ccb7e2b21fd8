import type { Publication } from '@funil/contract/page/page-editor';
import { addVersion } from '@funil/server/page/versions';
import { openDatabase } from '@funil/server/store/open-database';
import type { Route } from '@playwright/test';
import { readTexts } from '../../content/edit/content-copy.ts';
import { expectErrors } from '../console-errors.ts';
import { expectNoViolations } from '../no-violations.ts';
import { discardDraft, expect, type Page, requestApi } from './console-server.ts';
import {
  CONTENT,
  changeDraft,
  phoneFrame,
  readFile,
  saveState,
  test,
  textBox,
} from './page-draft.ts';

const DRAFT_URL = /\/console\/v1\/page$/;
const PUBLICATION_URL = '**/page/publication';

/**
 * Leaves requests for the draft unanswered, so that the console does not show a colleague's change before the
 * operator types.
 */
const holdUpdates = (page: Page) => page.route(DRAFT_URL, () => undefined);

// Invented states of a publication. The test page-publication.test.ts really publishes and restores a version.
const RUNNING: Publication = {
  state: 'running',
  step: 'building',
  by: 'ana@escola.test',
  started_at: '2026-03-02T12:00:00.000Z',
};

const DONE: Publication = {
  state: 'done',
  by: 'ana@escola.test',
  finished_at: '2026-03-02T12:00:00.000Z',
  number: 3,
  is_verified: true,
};

test('previews a headline while the operator types, and publishes it @desktop', async ({
  page,
  server,
}) => {
  const preview = page.waitForResponse('**/console/v1/page/preview');
  const afterPreview = async (route: Route) => {
    await (await preview).finished();
    await route.continue();
  };
  await page.route(DRAFT_URL, afterPreview, { times: 1 });
  let publication: Publication = RUNNING;
  await page.route(PUBLICATION_URL, (route) => route.fulfill({ json: publication }));
  await page.goto('/pagina?parte=hero');
  await expect(phoneFrame(page).getByRole('heading', { level: 1 })).toBeVisible();
  // The server reports that a colleague publishes this draft.
  await expect(page.getByRole('status').filter({ hasText: 'Publicando…' })).toBeVisible();
  await expect(page.getByText('Igual à página no ar')).toHaveCount(0);
  publication = { state: 'idle' };
  await expect(page.getByText('Igual à página no ar')).toBeVisible();
  await textBox(page, 'A promessa').fill('Venda mais. **Hoje.**');
  await expect(phoneFrame(page).getByRole('heading', { level: 1 })).toHaveText('Venda mais. Hoje.');
  await expect(saveState(page)).toBeVisible();
  await page.route('**/page/publish', (route) => {
    publication = RUNNING;
    return route.fulfill({ json: publication });
  });
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Primeira tela › A promessa');
  await expect(dialog).toContainText('a IA para trabalhar. **E cobre por isso.**');
  await expectNoViolations(page);
  const request = page.waitForRequest('**/page/publish');
  await dialog.getByRole('button', { name: 'Publicar agora' }).click();
  const { draft } = await requestApi(server, 'GET', 'page/review');
  expect((await request).postDataJSON()).toEqual({ draft, confirmed: [] });
  await expect(dialog).toContainText('A página atual segue no ar.');
  publication = DONE;
  await expect(dialog).toContainText('No ar desde');
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await discardDraft(server);
  await expect(page.getByText('Igual à página no ar')).toBeVisible();
});

test('asks before it restores an earlier version', async ({ page, server: { funil } }) => {
  await using database = await openDatabase({ databaseUrl: null, dataDir: funil.dataDir }, 'write');
  const texts = readTexts(CONTENT);
  const hero = String(texts.hero).replace(/^title: .*$/m, 'title: De antes');
  const add = (files: typeof texts) =>
    addVersion(
      { database, now: Date.now },
      { kind: 'publish', restored: null, changes: 1, by: 'ana@escola.test', texts: files },
    );
  const earlier = await add({ ...texts, hero });
  await add(texts);
  await page.goto('/pagina?parte=hero');
  await page.getByRole('button', { name: 'Versões' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Versão ${earlier}` }).click();
  await expect(dialog).toContainText('O que muda se ela voltar');
  await expectNoViolations(page);
  const restore = dialog.getByRole('button', { name: 'Voltar a esta versão' });
  await expect(restore).toBeInViewport({ ratio: 1 });
  // The Tab key reaches the dialog's buttons without a stop at each control of the page.
  const pageControls = dialog
    .frameLocator('iframe')
    .locator(':is(a, button, summary, input, [tabindex]):not(dialog *)');
  await expect(pageControls.first()).toBeAttached();
  await expect
    .poll(() => pageControls.evaluateAll((all) => all.filter((one) => one.tabIndex >= 0).length))
    .toBe(0);
  await restore.click();
  let publication: Publication | null = null;
  await page.route(PUBLICATION_URL, async (route) => {
    if (publication) await route.fulfill({ json: publication });
  });
  // A colleague's new version makes the console request the publication. The response is held, so that it describes
  // the state before the restore.
  const lateRequest = page.waitForRequest(PUBLICATION_URL);
  await add(texts);
  await lateRequest;
  const dropped = page.waitForEvent('requestfailed', (request) =>
    Boolean(publication && request.url().endsWith('/page/publication')),
  );
  await page.route(`**/page/versions/${earlier}/restore`, (route) => {
    publication = DONE;
    return route.fulfill({ json: publication });
  });
  await dialog.getByRole('button', { name: 'Sim, pôr no ar' }).click();
  await dropped;
  await expect(dialog).toHaveAccessibleName(`De volta à versão ${earlier}`);
  await expect(dialog).toContainText('No ar desde');
});

test('asks whose text counts when two operators edited the same field', async ({
  page,
  server,
  colleague,
}) => {
  // The browser logs the refused save.
  expectErrors(page, /409/);
  const readHero = async () => (await readFile(server, 'hero')).value;
  await page.goto('/pagina?parte=hero');
  await expect(textBox(page, 'A promessa')).toBeVisible();
  await holdUpdates(page);
  await changeDraft(colleague, 'hero', { eyebrow: 'A linha da Bia' });
  await textBox(page, 'A promessa').fill('Um título');
  await expect(textBox(page, 'Linha pequena acima do título')).toHaveValue('A linha da Bia');
  await expect.poll(readHero).toMatchObject({ title: 'Um título', eyebrow: 'A linha da Bia' });

  await changeDraft(colleague, 'hero', { title: 'O título da Bia' });
  await textBox(page, 'A promessa').fill('O meu título');
  const dialog = page.getByRole('dialog', { name: 'Bia mudou isto também' });
  await expect(dialog).toContainText('O título da Bia');
  await expect(dialog).toContainText('O meu título');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Ficar com o meu' }).click();
  await expect.poll(readHero).toMatchObject({ title: 'O meu título', eyebrow: 'A linha da Bia' });

  await page.unroute(DRAFT_URL);
  await changeDraft(colleague, 'offer', { eyebrow: 'Outra' });
  await page.reload();
  await page.getByRole('button', { name: 'Voltar às partes' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Oferta' });
  await expect(row).toContainText(/Bia está editando · (?:agora|há \d min)/);
});

test('publishes the changes of a colleague, too', async ({ page, server, colleague }) => {
  expectErrors(page, /503/);
  await changeDraft(server, 'hero', { title: 'Um título' });
  await page.goto('/pagina');
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Um título');
  const isAsked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/page/review', async (route) => {
    isAsked.resolve();
    await mayAnswer.promise;
    await route.continue();
  });
  await changeDraft(colleague, 'hero', { eyebrow: 'A linha da Bia' });
  await isAsked.promise;
  await expect(dialog).toContainText('Um título');
  mayAnswer.resolve();
  await expect(dialog).toContainText('A linha da Bia');

  // If the check fails, the dialog keeps the list of changes and says that it is not up to date.
  await page.unroute('**/page/review');
  await page.route('**/page/review', (route) => route.fulfill({ status: 503 }));
  await changeDraft(colleague, 'hero', { eyebrow: 'Outra linha' });
  await expect(dialog.getByRole('alert')).toContainText('não foi conferido de novo');
  await expect(dialog).toContainText('A linha da Bia');
  await page.unroute('**/page/review');
  await changeDraft(colleague, 'hero', { eyebrow: 'A terceira linha' });
  await expect(dialog).toContainText('A terceira linha');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('discards no draft that changed meanwhile', async ({ page, server, colleague }) => {
  // The browser logs the refused discard.
  expectErrors(page, /409/);
  await changeDraft(server, 'hero', { title: 'Um título' });
  await page.goto('/pagina?parte=hero');
  const dialog = page.getByRole('dialog', { name: 'Descartar o rascunho inteiro?' });
  const discard = dialog.getByRole('button', { name: 'Descartar' });
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Publicar' }).click();
    await page.getByRole('button', { name: 'Descartar o rascunho' }).click();
    await expect(discard).toBeVisible();
  };
  await openDialog();
  await changeDraft(colleague, 'hero', { eyebrow: 'A linha da Bia' });
  await discard.click();
  await expect(dialog.getByRole('alert')).toContainText('mudou depois que você o viu');
  const { value } = await readFile(server, 'hero');
  expect(value).toMatchObject({ title: 'Um título', eyebrow: 'A linha da Bia' });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await openDialog();
  await discard.click();
  await expect(page.getByText('Igual à página no ar')).toBeVisible();

  await textBox(page, 'A promessa').fill('Um título');
  await expect(saveState(page)).toBeVisible();
  const save = Promise.withResolvers<void>();
  await page.route('**/page/draft/hero', async (route) => {
    if (route.request().method() === 'PATCH') await save.promise;
    await route.continue();
  });
  await textBox(page, 'A promessa').fill('Outro título');
  await page.getByRole('button', { name: 'Descartar' }).click();
  const discardPart = page.getByRole('dialog').getByRole('button', { name: 'Descartar' });
  await expect(discardPart).toBeDisabled();
  save.resolve();
  await discardPart.click();
  await expect(page.getByText('Igual à página no ar')).toBeVisible();
  expect((await readFile(server, 'hero')).changed).toEqual([]);
});
