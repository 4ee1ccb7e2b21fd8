import { expect, test } from './shared-server.ts';

test.use({ javaScriptEnabled: false });

const SECTIONS = [
  'hero',
  'problema',
  'casos',
  'autoridade',
  'videos',
  'depoimentos',
  'aplicacao',
  'curriculo',
  'oferta',
  'fundador',
  'equipe',
  'footer',
];

test('without JavaScript every section is there and readable', async ({ page, funil }) => {
  await page.goto(funil.url);
  for (const section of SECTIONS) {
    await expect(page.locator(`[data-section="${section}"]`)).toBeVisible();
  }
  for (const heading of await page.locator('main :is(h1, h2)').all()) {
    await expect(heading).toBeVisible();
    await expect(heading).toHaveCSS('opacity', '1');
  }
  await expect(page.locator('[data-counter]')).toHaveText('4');
  await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0);
});

test('without JavaScript pictures, lessons and videos can still be reached', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await expect(page.locator('[data-slide] img')).toHaveCount(7);
  await expect(page.getByRole('img', { name: /Ilustração de Lívia Sartório/ })).toBeVisible();
  await page.getByText('Fluxos automáticos').click();
  await expect(page.getByText('Gatilhos, filtros e caminhos alternativos')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Assistir no YouTube' })).toHaveCount(7);
  await expect(page.getByText(/O formulário precisa de JavaScript/)).toBeVisible();
});
