import { HOUR_MS } from '@funil/contract/durations';
import { HOTMART_CREDENTIALS, startFakeHotmart } from '../../testkit/fake-sales-apis.ts';
import { expectNoViolations } from '../no-violations.ts';
import { test as consoleTest, expect, startConsoleServer } from './console-server.ts';

type Hotmart = Awaited<ReturnType<typeof startFakeHotmart>>;

const test = consoleTest.extend<object, { hotmart: Hotmart }>({
  hotmart: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      await using hotmart = await startFakeHotmart();
      await use(hotmart);
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ hotmart }, use) =>
      startConsoleServer(use, { ...HOTMART_CREDENTIALS, HOTMART_API_URL: hotmart.address }),
    { scope: 'worker' },
  ],
});

// In sequence, because each worker would start a server with these settings.
test.describe.configure({ mode: 'default' });

test('shows beside the credentials, without a reload, whether a comparison worked', async ({
  page,
}) => {
  await page.goto('/ligacoes');
  const panel = page.locator('details').filter({ hasText: 'Hotmart' });
  await panel.locator('summary').click();
  const api = panel.locator('section').filter({ hasText: 'Conferência pela API' });
  await expect(api.getByText('Criar credencial')).toBeVisible();
  await expect(api.getByText('Conferida')).toBeVisible();
  await expectNoViolations(page);
});

test('finds a sale without notice, and explains a failed comparison', async ({ page, hotmart }) => {
  const at = Date.now() - HOUR_MS;
  await page.goto('/vendas');
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
  await page.goto('/vendas/conferencia');
  await panel.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(panel).toContainText('não têm permissão para ler as vendas.');
  await expectNoViolations(page);
  await page.goto('/vendas');
  await expect(page.getByText('A conferência com a Hotmart não foi completa.')).toBeVisible();
});
