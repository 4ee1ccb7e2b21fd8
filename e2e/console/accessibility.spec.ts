import { makeApplication } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { arrive, expect, expectNoViolations, rowOf, test } from './desk.ts';

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

for (const scheme of ['light', 'dark'] as const) {
  test(`no view has an accessibility violation, ${scheme}`, async ({ page, desk }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const { name } = await arrive(desk);
    await insert(desk.funil.url, 'applications', makeApplication());
    for (const [path, title] of VIEWS) {
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} · Funil`);
      await expect(page.getByText('Carregando…')).toHaveCount(0);
      await expectNoViolations(page);
      const isTooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > window.innerWidth,
      );
      expect(isTooWide, `${path} scrolls sideways`).toBe(false);
    }
    await page.goto('/leads');
    await rowOf(page, name).getByRole('link', { name }).first().click();
    await expect(page.getByRole('heading', { name: 'História' })).toBeVisible();
    await expectNoViolations(page);
    await page.goto('/mensagens');
    await page.getByRole('button', { name: 'Novo texto' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page);
  });
}
