import { makeApplication } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { expectNoViolations } from '../no-violations.ts';
import { arrive, expect, rowOf, test } from './desk.ts';

const VIEWS = [
  ['/', 'Hoje'],
  ['/leads', 'Leads'],
  ['/aplicacoes', 'Aplicações'],
  ['/mensagens', 'Mensagens'],
  ['/vendas', 'Vendas'],
  ['/relatorio', 'Relatório'],
  ['/entregas', 'Entregas'],
  ['/pessoas', 'Pessoas'],
  ['/situacao', 'Situação'],
  ['/conta', 'Conta'],
  ['/mais', 'Mais'],
] as const;

// Each window has one scheme: what a colour is told by does not change with the width.
test.beforeEach(({ page, isMobile }) =>
  page.emulateMedia({ colorScheme: isMobile ? 'dark' : 'light' }),
);

for (const [path, title] of VIEWS) {
  test(`${title} has no accessibility violation`, async ({ page, desk }) => {
    await arrive(desk);
    await insert(desk.funil.url, 'applications', makeApplication());
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Funil`);
    await expect(page.getByText('Carregando…')).toHaveCount(0);
    await expectNoViolations(page);
  });
}

test('a person’s page has none', async ({ page, desk }) => {
  const { name } = await arrive(desk);
  await page.goto('/leads');
  await rowOf(page, name).getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { name: 'História' })).toBeVisible();
  await expectNoViolations(page);
});

test('the form of a text has none', async ({ page }) => {
  await page.goto('/mensagens');
  await page.getByRole('button', { name: 'Novo texto' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page);
});
