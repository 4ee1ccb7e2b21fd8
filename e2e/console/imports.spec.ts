import { expectNoViolations } from '../no-violations.ts';
import { expect, test } from './console-server.ts';

const SALES_FILE = [
  'Relatório de vendas',
  'Data;Quanto;Situação;Produto;Cliente;E-mail;Código',
  '01/11/2025 10:00;1.497,00;Aprovado;Comunidade;Ana Souza;ana@example.com;V1',
  '02/11/2025 10:00;1.497,00;Reembolsado;Comunidade;Bia Lima;bia@example.com;V2',
  '02/11/2025 11:00;de graça;Aprovado;Comunidade;Eva Reis;eva@example.com;V3',
  'Total;2.994,00;;;;;',
  '',
].join('\n');

test('previews a file, imports it once, and undoes the import', async ({ page }) => {
  await page.goto('/importar');
  const input = page.getByLabel('Escolha o CSV, ou solte-o aqui');
  const upload = () =>
    input.setInputFiles({
      name: 'vendas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(SALES_FILE),
    });
  const panel = page.getByRole('region', { name: 'Arquivo' });
  await upload();
  await expect(panel).toContainText('As colunas não dizem o que o arquivo é.');
  await panel.getByLabel('O que o arquivo é').selectOption('Vendas de outra ferramenta');
  await expect(panel).toContainText('Falta dizer qual coluna tem valor.');
  await panel.getByLabel('Valor (obrigatória)').selectOption('Quanto');
  await expect(panel.getByRole('listitem').filter({ hasText: 'Ana Souza' })).toContainText(
    '1.497,00',
  );
  await expect(panel).toContainText('“de graça” não é um valor em dinheiro · linha 5');
  await expectNoViolations(page);
  await panel.getByRole('button', { name: 'Importar' }).click();
  const past = page.getByRole('region', { name: 'Já importados' });
  await expect(past).toContainText('Importado');
  await expect(past).toContainText('2 linhas novas, 1 recusada');
  // The panel ignores another file until the imported one is gone from it.
  await expect(panel.getByRole('heading')).toHaveCount(0);
  await upload();
  await panel.getByLabel('O que o arquivo é').selectOption('Vendas de outra ferramenta');
  await expect(panel).toContainText('Não há nada a importar: nada mudaria.');
  await past.getByRole('button', { name: 'Desfazer: vendas.csv' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click();
  await expect(past).toContainText('Desfeito');
  await expect(past.getByRole('heading')).toBeFocused();
  await expectNoViolations(page);
});
