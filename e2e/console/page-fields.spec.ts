import { join } from 'node:path';
import { expectNoViolations } from '../no-violations.ts';
import { expect } from './console-server.ts';
import { setTextSize } from './fit-window.ts';
import { CONTENT, changeDraft, phoneFrame, readFile, test, textBox } from './page-draft.ts';

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
