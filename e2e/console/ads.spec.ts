import type { Page } from '@playwright/test';
import { expectErrors } from '../console-errors.ts';
import { expectNoViolations } from '../no-violations.ts';
import { expect, test } from './console-server.ts';

const SPEND_FILE = [
  'Dia;Nome da campanha;Nome do anúncio;Identificação do anúncio;Impressões;Valor usado (BRL)',
  '2026-03-01;Lançamento;Vídeo de março;120254146010960385;100;1.010,00',
  '2026-03-02;Lançamento;Foto;120254146010960386;100;20,00',
  '',
].join('\n');

const ADDRESS = 'https://minha-escola.com.br';

const csv = (text: string, name = 'gasto.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** Opens the import view by the link in the view of ads. */
async function openImports(page: Page) {
  await page.goto('/anuncios');
  await page.getByRole('link', { name: 'Importar um arquivo' }).click();
  const panel = page.getByRole('region', { name: 'Arquivo' });
  const past = page.getByRole('region', { name: 'Já importados' });
  return {
    input: page.getByLabel('Escolha o CSV, ou solte-o aqui'),
    panel,
    past,
    /** Imports the chosen file. */
    async store(name: string) {
      await panel.getByRole('button', { name: 'Importar' }).click();
      await expect(past.getByRole('listitem').filter({ hasText: name })).toContainText('Importado');
    },
  };
}

test('explains a broken spend file, imports others and lists their ads', async ({ page }) => {
  // The browser logs the refused file.
  expectErrors(page, /422/);
  const { input, panel, past, store } = await openImports(page);
  await input.setInputFiles(csv(SPEND_FILE.replace('20,00', 'vinte')));
  await expect(page.getByRole('alert')).toContainText('Linha 3: “vinte” não é um valor gasto.');
  await input.setInputFiles(csv(SPEND_FILE));
  await expect(panel).toContainText('2 linhas, 2 anúncios, 2 dias, de 01/03/2026 a 02/03/2026.');
  await expect(panel).toContainText('R$ 1.030,00');
  await expect(panel).toContainText('R$ 1.172,46 com o imposto');
  await expectNoViolations(page);
  await store('gasto.csv');
  const sets = [
    'Dia;Nome da campanha;Nome do conjunto de anúncios;Valor usado (BRL)',
    '2026-03-01;Perpétuo;Público frio;9,00',
    '',
  ].join('\n');
  await input.setInputFiles(csv(sets, 'conjuntos.csv'));
  await store('conjuntos.csv');
  await page.goto('/anuncios');
  const set = page.getByRole('row', { name: /^Público frio/ });
  await expect(set).toContainText('Perpétuo · Meta Ads · 1 mar');
  const row = page.getByRole('row', { name: 'Vídeo de março' });
  await expect(row).toContainText('R$ 1.149,69');
  await page.getByLabel('Buscar campanha ou anúncio').fill('público');
  await expect(page).toHaveURL(/q=/);
  await expect(row).toHaveCount(0);
  await expect(set).toBeVisible();
  await page.getByRole('radio', { name: 'Dia' }).check();
  await expect(page).not.toHaveURL(/q=/);
  await expect(page.getByRole('row', { name: /^1 mar/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Campanha' }).check();
  await expect(page.getByRole('row', { name: /^Lançamento/ })).toContainText('R$ 1.172,46');
  await expectNoViolations(page);
  await page.goto('/importar');
  await past.getByRole('button', { name: 'Desfazer: conjuntos.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desfazer a importação?' });
  await expect(dialog).toContainText('o que ele substituiu volta a contar');
});

test('imports a file again when the response of its first import was lost', async ({ page }) => {
  // The browser logs the lost response.
  expectErrors(page, /ERR_FAILED|Failed to load/);
  const { input, panel, store } = await openImports(page);
  const lost = Promise.withResolvers<void>();
  const path = /\/console\/v1\/imports\?/;
  await page.route(path, async (route) => {
    await lost.promise;
    await route.abort();
  });
  await input.setInputFiles(csv(SPEND_FILE, 'perdido.csv'));
  await panel.getByRole('button', { name: 'Importar' }).click();
  await expect(panel.getByRole('button', { name: 'Importar' })).toBeDisabled();
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'outro.csv'));
    return transfer;
  });
  await page.locator('label', { has: input }).dispatchEvent('drop', { dataTransfer });
  await expect(panel).not.toContainText('outro.csv');
  lost.resolve();
  await expect(panel.getByRole('alert')).toBeVisible();
  await expect(panel).toContainText('perdido.csv');
  await expectNoViolations(page);
  await page.unroute(path);
  await store('perdido.csv');
});

test('copies a link for ads, and says which links join the spend', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/anuncios/links');
  await expect(page.getByRole('link', { name: 'Escrever o endereço' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Conferir links' })).toHaveCount(0);
  await page.route('**/console/v1/spend', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), page_address: ADDRESS } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Copiar: Meta Ads' }).click();
  await expect(page.getByText('Link copiado.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${ADDRESS}/?utm_source=facebook&`);
  const links = [
    link,
    'https://escola.test/?utm_content=Reels|120254146010999999',
    'https://escola.test/',
    link,
  ];
  await page.getByLabel('Links dos seus anúncios').fill(links.join('\n'));
  await page.getByRole('button', { name: 'Conferir' }).click();
  const results = page.getByRole('list', { name: 'Resultado' }).getByRole('listitem');
  await expect(results).toHaveText([/^Certo/, /^Certo, sem gasto ainda/, /^Não se junta/]);
  await expectNoViolations(page);

  // Pages without TLS have no clipboard.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.getByRole('button', { name: 'Copiar: Meta Ads' }).click();
  await expect(page.getByText('O navegador não deixou copiar.').first()).toBeVisible();
});
