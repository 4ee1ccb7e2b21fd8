import { makeApplication } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { expectNoViolations } from '../no-violations.ts';
import { createLead, expect, type Page, rowOf, test } from './console-server.ts';

const VIEWS: readonly (readonly [path: string, title: string, text?: RegExp])[] = [
  ['/', 'Hoje'],
  ['/leads', 'Leads'],
  ['/aplicacoes', 'Aplicações'],
  ['/mensagens', 'Mensagens'],
  ['/pagina', 'Página'],
  ['/vendas', 'Vendas'],
  ['/relatorio', 'Relatório'],
  ['/anuncios', 'Anúncios'],
  ['/anuncios/links', 'Links de anúncio'],
  ['/entregas', 'Entregas'],
  ['/pessoas', 'Pessoas'],
  ['/situacao', 'Situação', /^O banco embutido em .* responde/],
  ['/conta', 'Conta'],
  ['/mais', 'Mais'],
];

/** Checks the page on a dark phone and on a light desktop, because colors do not change with the width. */
async function check(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectNoViolations(page);
}

test.beforeAll(async ({ server }) => {
  await createLead(server);
  await insert(server.funil.url, 'applications', makeApplication());
});

for (const [path, title, text] of VIEWS) {
  test(`${title} has no accessibility violation`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Funil`);
    await expect(page.getByText(/^(Carregando|Examinando)…$/)).toHaveCount(0);
    if (text) await expect(page.getByText(text)).toBeVisible();
    await check(page);
  });
}

test('a contact’s page has no accessibility violation', async ({ page, server }) => {
  const { name } = await createLead(server);
  await page.goto('/leads');
  await rowOf(page, name).getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { name: 'História' })).toBeVisible();
  await check(page);
});

test('the form of a message template has no accessibility violation', async ({ page }) => {
  await page.goto('/mensagens');
  await page.getByRole('button', { name: 'Novo texto' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page);
});
