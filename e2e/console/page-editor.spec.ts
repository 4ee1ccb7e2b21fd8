import type { Route } from '@playwright/test';
import { expectErrors } from '../console-errors.ts';
import { expectNoViolations } from '../no-violations.ts';
import { expect } from './console-server.ts';
import { setTextSize } from './fit-window.ts';
import { phoneFrame, readFile, saveState, test, textBox } from './page-draft.ts';

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
