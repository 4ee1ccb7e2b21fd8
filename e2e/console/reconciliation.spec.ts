import { HOUR_MS } from '@funil/contract/durations';
import { HOTMART_CREDENTIALS, startFakeHotmart } from '../../testkit/fakes/sales-apis.ts';
import { expectNoViolations } from '../no-violations.ts';
import { expect, startConsoleServer, test, useSessionOf } from './console-server.ts';

test('finds a sale whose notice never came, and explains a failed comparison', async ({ page }) => {
  await using hotmart = await startFakeHotmart();
  const settings = { ...HOTMART_CREDENTIALS, HOTMART_API_URL: hotmart.address };
  await using server = await startConsoleServer(settings);
  // The page is closed before the server, because an open console keeps asking the server for marks.
  await using _closedFirst = page;
  await useSessionOf(page, server);
  await page.goto(`${server.url}/ligacoes`);
  const platform = page.locator('details').filter({ hasText: 'Hotmart' });
  await platform.locator('summary').click();
  const api = platform.locator('section').filter({ hasText: 'Conferência pela API' });
  await expect(api.getByText('Criar credencial')).toBeVisible();
  await expect(api.getByText('Conferida')).toBeVisible();
  await expectNoViolations(page);

  const at = Date.now() - HOUR_MS;
  await page.goto(`${server.url}/vendas`);
  await page.getByRole('link', { name: 'Conferir', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Hotmart' });
  await expect(panel).toContainText('nenhuma venda lá.');
  hotmart.setSales([
    {
      id: 'HP77',
      status: 'APPROVED',
      cents: 149_710,
      createdAt: at,
      paidAt: at,
      name: 'Marina Prado',
    },
  ]);
  await panel.getByLabel('30 dias').check({ force: true });
  await panel.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(panel).toContainText('1 venda lá: 1 faltava e entrou.');
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Voltar às vendas' }).click();
  const row = page.getByRole('link', { name: /Marina Prado/ });
  await expect(row).toContainText('Hotmart · via conferência');
  await row.click();
  await expect(
    page.getByText('Veio da conferência com a Hotmart: o aviso não chegou.'),
  ).toBeVisible();
  await expectNoViolations(page);

  hotmart.fail('denied');
  await page.goto(`${server.url}/vendas/conferencia`);
  await panel.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(panel).toContainText('não têm permissão para ler as vendas.');
  await expectNoViolations(page);
  await page.goto(`${server.url}/vendas`);
  await expect(page.getByText('A conferência com a Hotmart não foi completa.')).toBeVisible();
});
