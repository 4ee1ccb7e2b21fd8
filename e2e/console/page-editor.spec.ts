import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DraftFile, PageEditorResponse, Publication } from '@funil/contract/page/page-editor';
import { addVersion } from '@funil/server/page/versions';
import { openDatabase } from '@funil/server/store/open-database';
import type { Route } from '@playwright/test';
import { readTexts } from '../../content/edit/content-copy.ts';
import { expectErrors } from '../console-errors.ts';
import { expectNoViolations } from '../no-violations.ts';
import {
  type ConsoleServer,
  test as consoleTest,
  discardDraft,
  expect,
  type Page,
  requestApi,
} from './console-server.ts';
import { setTextSize } from './fit-window.ts';
import { addOperator, signIn } from './operator-session.ts';

const CONTENT = join(import.meta.dirname, '../../content');

const test = consoleTest.extend<{ noDraft: undefined; colleague: ConsoleServer }>({
  /** Removes the draft once the page is closed. */
  noDraft: [
    async ({ server }, use) => {
      await use(undefined);
      await discardDraft(server);
    },
    { auto: true },
  ],
  /** The server as another operator sees it. */
  colleague: async ({ server }, use) => {
    const email = `bia.${randomUUID()}@escola.test`;
    await addOperator(server.funil.dataDir, email, 'manager');
    await use({ ...server, session: await signIn(server.url, email) });
  },
});

async function readFile(server: ConsoleServer, key: string): Promise<DraftFile> {
  const { draft }: PageEditorResponse = await requestApi(server, 'GET', 'page');
  const file = draft.files.find((draftFile) => draftFile.key === key);
  if (!file) throw new Error(`There is no file ${key}.`);
  return file;
}

/** Changes fields of a file's draft, as another browser does. */
async function changeDraft(server: ConsoleServer, key: string, fields: object): Promise<void> {
  const { value } = await readFile(server, key);
  for (const [field, next] of Object.entries(fields)) {
    const body = { path: [field], before: Object(value)[field], value: next };
    await requestApi(server, 'PATCH', `page/draft/${key}`, body);
  }
}

const DRAFT_URL = /\/console\/v1\/page$/;
const PUBLICATION_URL = '**/page/publication';

/**
 * Leaves requests for the draft unanswered, so that the console does not show a colleague's change before the
 * operator types.
 */
const holdUpdates = (page: Page) => page.route(DRAFT_URL, () => undefined);

const textBox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveState = (page: Page) => page.getByText(/^Rascunho salvo/);
const phoneFrame = (page: Page) => page.frameLocator('iframe[title="A página no celular"]');

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

test('keeps typed text through a lost network and a reload', async ({ page, server }) => {
  expectErrors(page, /ERR_FAILED/, /409/);
  await page.goto('/pagina?parte=hero');
  const title = textBox(page, 'A promessa');
  await page.route('**/page/draft/hero', (route) => route.abort());
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/page/draft/hero', loseAnswer, { times: 1 });
  await title.fill('Chegou ao servidor');
  await expect(page.getByText(/^Sem conexão: o que você digitou está guardado/)).toBeVisible();
  await title.fill('Digitado depois');
  await page.reload();
  await expect(title).toHaveValue('Digitado depois');
  await page.unroute('**/page/draft/hero');
  await expect(saveState(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await readFile(server, 'hero')).value).toMatchObject({ title: 'Digitado depois' });
});

test('focuses the field of a problem, and does not cover it', async ({ page, server }) => {
  const { value } = await readFile(server, 'offer');
  const { receipt } = Object(value);
  const items = receipt.items.map((item: object, at: number) =>
    at === 2 ? { ...item, detail: '' } : item,
  );
  await changeDraft(server, 'offer', { receipt: { ...receipt, items } });
  await page.goto('/pagina?parte=hero');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByRole('button', { name: 'Publicar agora' })).toBeDisabled();
  await page.getByRole('button', { name: 'Ir para o campo' }).click();
  const field = textBox(page, 'Quanto ou quando');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Falta preencher este campo');
  await page.keyboard.type('toda semana');
  const list = page.getByRole('region', { name: 'Problemas' });
  await expect(list).toHaveCount(0);
  await field.evaluate((input) => input.scrollIntoView({ block: 'end' }));
  await field.press('ControlOrMeta+A');
  await field.press('Delete');
  await expect(list).toBeVisible();
  const isCovered = () =>
    field.evaluate((input) => {
      const { x, y } = input.getBoundingClientRect();
      return document.elementFromPoint(x + 9, y + 9) !== input;
    });
  await expect.poll(isCovered).toBe(false);
});

test('names a checkout’s platform, and offers to save its secret', async ({ page }) => {
  await page.goto('/pagina?parte=checkout');
  await expect(page.getByText('De que plataforma é este checkout?')).toBeVisible();
  const address = textBox(page, 'O endereço do checkout');
  await address.fill('pay.kiwify.com.br/abc');
  await address.blur();
  await expect(address).toHaveValue('https://pay.kiwify.com.br/abc');
  await expect(page.getByText('Plataforma: Kiwify, pelo endereço.')).toBeVisible();
  const secret = page.getByRole('region', { name: 'O segredo do checkout' });
  await expect(secret.getByLabel('Token do webhook', { exact: true })).toBeVisible();
  const notices = secret.getByRole('form', { name: 'Avisos de venda' });
  await expect(notices.getByRole('button', { name: 'Salvar segredo' })).toBeVisible();
  await secret.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByRole('dialog', { name: 'Publicar' })).toBeVisible();
  await page.keyboard.press('Escape');
  await secret.getByRole('link', { name: 'Dizer o endereço' }).click();
  await expect(textBox(page, 'O endereço público da página')).toBeFocused();
});

test('orders, leaves out and edits sections by keyboard @desktop', async ({ page, server }) => {
  const sections = async () => Object((await readFile(server, 'site')).value).sections.slice(0, 4);
  await page.goto('/pagina');
  await page.getByRole('button', { name: 'Mover Casos' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Mover Casos' })).toBeFocused();
  await expect.poll(sections).toEqual(['casos', 'problema', 'autoridade', 'videos']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(sections).toEqual(['problema', 'casos', 'autoridade', 'videos']);
  await page.getByRole('switch', { name: 'Vídeos na página' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(sections).not.toContain('videos');
  await expect(phoneFrame(page).locator('[data-section="videos"]')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Vídeos na página' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(sections).toEqual(['problema', 'casos', 'autoridade', 'videos']);

  await page.getByRole('link', { name: 'Quem fundou' }).focus();
  await page.keyboard.press('Enter');
  const story = page.getByRole('group', { name: 'A história', exact: true });
  const texts = () =>
    story
      .getByRole('textbox')
      .evaluateAll((fields: HTMLTextAreaElement[]) =>
        fields.map(({ value }) => value.slice(0, 12)),
      );
  await expect.poll(async () => (await texts()).length).toBeGreaterThan(1);
  const [first = '', second = ''] = await texts();
  await story
    .getByRole('button', { name: /^Mover/ })
    .first()
    .focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await texts()).slice(0, 2)).toEqual([second, first]);
  await story.getByRole('button', { name: 'Acrescentar' }).focus();
  await page.keyboard.press('Enter');
  await expect(story.getByRole('textbox').last()).toBeFocused();
  await page.keyboard.type('Mais um parágrafo.');
  await expect(phoneFrame(page).getByText('Mais um parágrafo.')).toBeVisible();
});

test('edits on a phone in parts, form and preview, and returns by a tap on the preview', async ({
  page,
}) => {
  await page.goto('/pagina');
  await expect(page.getByRole('link', { name: 'Primeira tela' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Primeira tela' }).click();
  await textBox(page, 'A promessa').fill('Do celular');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Ver prévia' }).click();
  const frame = phoneFrame(page);
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Do celular');
  await frame.getByRole('heading', { level: 1 }).click();
  await expect(textBox(page, 'A promessa')).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publicar' });
  await expect(publish).toBeInViewport({ ratio: 1 });
  await setTextSize(page, '200%');
  await publish.click({ trial: true });
});

test('breaks no title and scrolls no form sideways at twice the text size', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pagina?parte=brand');
  await textBox(page, 'E-mail de contato').fill('oi@escola.test');
  await page.getByText('A imagem dos links compartilhados').click();
  await expect(page.getByText('Trocar imagem').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Descartar' })).toBeVisible();
  await setTextSize(page, '200%');
  const form = page.getByRole('region', { name: 'Marca', exact: true });
  const measure = () =>
    form.evaluate((element) => {
      const title = element.querySelector('h2');
      const isBroken = title === null || title.offsetHeight > title.offsetWidth;
      return { isBroken, hiddenPx: element.scrollWidth - element.clientWidth };
    });
  await expect.poll(measure).toEqual({ isBroken: false, hiddenPx: 0 });
  // The bar stays one row, so that it leaves the window to the form.
  const topOf = async (name: string) =>
    (await page.locator('.page-bar').getByRole('button', { name }).boundingBox())?.y;
  expect(await topOf('Ver prévia')).toBe(await topOf('Publicar'));
  await page.getByRole('button', { name: 'Ver prévia' }).click();
  await expect(page.getByRole('button', { name: 'Computador' })).toBeInViewport({ ratio: 1 });
});

test('removes a section that still has the demonstration’s content', async ({ page }) => {
  await page.goto('/pagina?parte=demonstracao');
  const videos = page.locator('details', { hasText: 'Vídeos' });
  await videos.locator('summary').click();
  await expectNoViolations(page);
  await videos.getByRole('button', { name: 'Tirar a seção da página' }).click();
  await expect(videos).toHaveCount(0);
  await page.getByRole('button', { name: 'Voltar às partes' }).click();
  await expect(page.getByRole('switch', { name: 'Vídeos na página' })).not.toBeChecked();
});

test('reads a price, offers installments that fit, and removes them', async ({ page, server }) => {
  await page.goto('/pagina?parte=offer&campo=price.cash');
  const installments = textBox(page, 'Quantas parcelas mensais');
  const readPrice = async () => Object((await readFile(server, 'offer')).value).price;
  await installments.fill('10x');
  await expect(installments).toHaveValue('10');
  await expect.poll(readPrice).toMatchObject({ installments: 10 });
  await installments.fill('12');
  const cash = textBox(page, 'Preço à vista');
  await cash.fill('R$ 997');
  await cash.blur();
  await expect(cash).toHaveValue('997,00');
  await expect(page.getByText(/com juros de 10,55% ao mês/)).toBeVisible();
  await page.getByRole('button', { name: 'Publicar' }).click();
  const publish = page.getByRole('button', { name: 'Publicar agora' });
  await expect(publish).toBeDisabled();
  await page.getByRole('checkbox', { name: /os juros passam de/ }).check();
  await expect(publish).toBeEnabled();
  await page.keyboard.press('Escape');
  await cash.fill('297');
  await page.getByRole('button', { name: '12x de R$ 24,75, sem juros' }).click();
  await expect(textBox(page, 'Valor de uma parcela')).toHaveValue('24,75');
  await cash.fill('97');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Tirar as parcelas' }).click();
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog');
  const problems = dialog.getByRole('region', { name: 'Problemas' });
  const rows = problems.getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expectNoViolations(page);
  await problems.getByRole('button', { name: 'Tirar a frase' }).first().click();
  await expect(rows).toHaveCount(3);
  await problems.getByRole('button', { name: 'Tirar de uma vez (3)' }).click();
  await expect(problems).toHaveCount(0);
  await expect(dialog).toContainText('7 mudanças');
  expect(Object((await readFile(server, 'offer')).value).receipt.installments).toBeUndefined();
});

test('restores a removed group with its texts', async ({ page, server }) => {
  await page.goto('/pagina?parte=hero');
  const readHero = async () => (await readFile(server, 'hero')).value;
  const before = await readHero();
  await page.getByRole('button', { name: 'Tirar: A linha de prova' }).click();
  await expect.poll(readHero).not.toHaveProperty('proof');
  // The notice has room for its text beside large letters.
  await page.setViewportSize({ width: 360, height: 740 });
  await setTextSize(page, '200%');
  await expect(page.getByText('A linha de prova: fora da página.')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(readHero).toEqual(before);
});

test('gives a question’s options back when its changed kind is undone', async ({
  page,
  server,
}) => {
  await page.goto('/pagina?parte=applicationModal&campo=steps.asking');
  const readQuestion = async () => {
    const { value } = await readFile(server, 'applicationModal');
    return Object(value).steps.asking[1].questions[2];
  };
  const before = await readQuestion();
  await page.getByRole('button', { name: 'Informações da Empresa', exact: true }).click();
  await page.getByRole('button', { name: 'Faturamento mensal', exact: true }).click();
  await page.getByLabel('Tipo', { exact: true }).selectOption('text');
  await expect.poll(readQuestion).not.toHaveProperty('options');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(readQuestion).toEqual(before);

  await page.getByLabel('Tipo', { exact: true }).selectOption('text');
  await page.getByRole('textbox', { name: 'A pergunta', exact: true }).fill('Quanto fatura');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('Não dá para desfazer: esta parte mudou depois.')).toBeVisible();
  await expect.poll(readQuestion).toMatchObject({ kind: 'text', label: 'Quanto fatura' });
});

test('refuses an unreadable picture, crops another and describes it', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/pagina?parte=hero');
  await page.getByRole('button', { name: 'A linha de prova', exact: true }).click();
  await page
    .getByRole('button', { name: /^Ilustração do rosto de uma pessoa/ })
    .first()
    .click();
  const input = page.getByLabel('Imagem', { exact: true });
  const dialog = page.getByRole('dialog', { name: 'Enquadre a imagem' });
  const unreadable = { name: 'foto.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') };
  await input.setInputFiles(unreadable);
  await expect(dialog.getByText('Este arquivo não abre como imagem.')).toBeInViewport();
  await expect(dialog.getByRole('slider')).toHaveCount(0);
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await input.setInputFiles(join(CONTENT, 'images/fundador.png'));
  await dialog.getByLabel(/^Enquadramento/).press('ArrowDown');
  await dialog.getByLabel('Aproximar').press('End');
  await expect(dialog.getByRole('button', { name: 'Usar esta imagem' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('Retrato da fundadora');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Usar esta imagem' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(textBox(page, 'O que a imagem mostra')).toHaveValue('Retrato da fundadora');
  await expect
    .poll(async () => Object((await readFile(server, 'hero')).value).proof.avatars[0])
    .toMatchObject({ alt: 'Retrato da fundadora', image: expect.stringMatching(/^fundador-/) });
});

test('tests a second version of one text, and keeps that version', async ({ page, server }) => {
  await page.clock.install();
  await page.goto('/pagina?parte=hero');
  const field = page.locator('.field', { has: textBox(page, 'A promessa') });
  await field.getByRole('button', { name: 'Testar outra versão' }).click();
  await expect(textBox(page, 'Versão B')).toBeFocused();
  await textBox(page, 'Versão B').fill('Venda toda semana.');
  await expect(page.getByRole('button', { name: 'Testar outra versão' })).toHaveCount(0);
  const readTest = async () => Object((await readFile(server, 'site')).value).test;
  await expect.poll(readTest).toMatchObject({ field: 'hero.title', text: 'Venda toda semana.' });
  await page.getByRole('button', { name: 'Ver prévia' }).click();
  const title = phoneFrame(page).getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/cobre por isso/, { useInnerText: true });
  await page.getByRole('button', { name: 'Versão B' }).click();
  await expect(title).toHaveText('Venda toda semana.', { useInnerText: true });
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Editar' }).click();
  // Changing the text of version A starts a new A/B test.
  const { name } = await readTest();
  await page.clock.fastForward('01:00');
  await textBox(page, 'A promessa').fill('Venda hoje.');
  await expect.poll(readTest).toMatchObject({ name: expect.not.stringMatching(`^${name}$`) });
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Ficar com a B' }).click();
  await expect(textBox(page, 'A promessa')).toBeFocused();
  await expect(textBox(page, 'A promessa')).toHaveValue('Venda toda semana.');
  await expect(textBox(page, 'Versão B')).toHaveCount(0);
  await expect.poll(readTest).toBeUndefined();
  await expect
    .poll(async () => Object((await readFile(server, 'hero')).value).title)
    .toBe('Venda toda semana.');
});
