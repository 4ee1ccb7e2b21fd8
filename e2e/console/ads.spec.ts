import { expectNoViolations } from '../no-violations.ts';
import { expect, test } from './console-server.ts';

const FILE = [
  'Dia;Nome da campanha;Nome do anúncio;Identificação do anúncio;Impressões;Valor usado (BRL)',
  '2026-03-01;Lançamento;Vídeo de março;120254146010960385;100;1.010,00',
  '2026-03-02;Lançamento;Foto;120254146010960386;100;20,00',
  '',
].join('\n');

const csv = (text: string) => ({
  name: 'gasto.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('previews a spend file, imports and undoes it, and explains the errors of a broken one', async ({
  page,
  expectedErrors,
}) => {
  // The refused file.
  expectedErrors.push(/422/);
  await page.goto('/anuncios');
  const input = page.getByLabel('Escolha o CSV, ou solte-o aqui');
  await input.setInputFiles(csv(FILE.replace('20,00', 'vinte')));
  await expect(page.getByRole('alert')).toContainText('Linha 3: “vinte” não é um valor gasto.');
  await input.setInputFiles(csv(FILE));
  const panel = page.getByRole('region', { name: 'Importar um arquivo' });
  await expect(panel).toContainText('Meta Ads · 2 linhas · 2 anúncios · 2 dias');
  await expect(panel).toContainText('R$ 1.030,00');
  await expect(panel).toContainText('R$ 1.172,46 com o imposto');
  await expectNoViolations(page);
  await panel.getByRole('button', { name: 'Importar' }).click();
  const row = page.getByRole('row', { name: 'Vídeo de março' });
  await expect(row).toContainText('R$ 1.149,69');
  await page.getByRole('radio', { name: 'Campanha' }).check();
  await expect(page.getByRole('row', { name: /^Lançamento/ })).toContainText('R$ 1.172,46');
  await expectNoViolations(page);
  // A newer export of the same ad.
  await input.setInputFiles(csv(FILE.replace('1.010,00', '2.000,00')));
  await expect(panel).toContainText('Substitui 2 linhas já guardadas');
  await panel.getByRole('button', { name: 'Importar' }).click();
  await expect(page.getByRole('row', { name: /^Lançamento/ })).toContainText('R$ 2.299,38');
  await page.getByRole('button', { name: 'Desfazer o último arquivo: Meta Ads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desfazer a importação?' });
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Desfazer' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /^Lançamento/ })).toContainText('R$ 1.172,46');
});

test('lists ad sets by their name, and drops the search when it lists days', async ({ page }) => {
  await page.goto('/anuncios');
  const sets = [
    'Dia;Nome da campanha;Nome do conjunto de anúncios;Valor usado (BRL)',
    '2026-03-01;Perpétuo;Público frio;9,00',
    '',
  ].join('\n');
  await page.getByLabel('Escolha o CSV, ou solte-o aqui').setInputFiles(csv(sets));
  await page.getByRole('button', { name: 'Importar' }).click();
  const row = page.getByRole('row', { name: /^Público frio/ });
  await expect(row).toContainText('Perpétuo · Meta Ads · 1 mar');
  await page.getByLabel('Buscar campanha ou anúncio').fill('público');
  await expect(page).toHaveURL(/q=/);
  await expect(row).toBeVisible();
  await page.getByRole('radio', { name: 'Dia' }).check();
  await expect(page).not.toHaveURL(/q=/);
  await expect(page.getByRole('row', { name: /^1 mar/ })).toBeVisible();
});

test('ignores a dropped file while it imports, and says that the result is unknown when no response arrives', async ({
  page,
  expectedErrors,
}) => {
  // The lost response.
  expectedErrors.push(/ERR_FAILED|Failed to load/);
  await page.goto('/anuncios');
  const lost = Promise.withResolvers<void>();
  await page.route('**/spend/import', async (route) => {
    await lost.promise;
    await route.abort();
  });
  const input = page.getByLabel('Escolha o CSV, ou solte-o aqui');
  await input.setInputFiles(csv(FILE));
  const panel = page.getByRole('region', { name: 'Importar um arquivo' });
  await panel.getByRole('button', { name: 'Importar' }).click();
  await expect(panel.getByRole('button', { name: 'Importando…' })).toBeVisible();
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'outro.csv'));
    return transfer;
  });
  await page.locator('label', { has: input }).dispatchEvent('drop', { dataTransfer });
  await expect(panel).not.toContainText('outro.csv');
  lost.resolve();
  await expect(panel).toContainText('gasto.csv: não se sabe se foi importado.');
  await expect(panel).not.toContainText('nada foi importado');
  await expectNoViolations(page);
  await page.unroute('**/spend/import');
  await input.setInputFiles(csv(FILE));
  await panel.getByRole('button', { name: 'Importar' }).click();
  await expect(panel.getByRole('button', { name: 'Importar' })).toBeHidden();
});

test('copies a template, and says which pasted links spend is joined to', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/anuncios/links');
  await page.getByRole('button', { name: 'Copiar modelo: Meta Ads' }).click();
  await expect(page.getByText('Modelo copiado.')).toBeVisible();
  const template = await page.evaluate(() => navigator.clipboard.readText());
  expect(template).toContain('utm_content={{ad.name}}|{{ad.id}}');
  const links = [
    `https://escola.test/?${template}`,
    'https://escola.test/?utm_content=Reels|120254146010999999',
    'https://escola.test/',
  ];
  await page.getByLabel('Links dos seus anúncios').fill(links.join('\n'));
  await page.getByRole('button', { name: 'Conferir' }).click();
  const results = page.getByRole('list', { name: 'Resultado' }).getByRole('listitem');
  await expect(results).toContainText([/^Certo/, /^Certo, sem gasto ainda/, /^Não se junta/]);
  await expectNoViolations(page);
});
