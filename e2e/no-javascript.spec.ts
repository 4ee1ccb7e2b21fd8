import { expect, test } from './shared-server.ts';

test.use({ javaScriptEnabled: false });

test('shows every section, picture, lesson and video link without JavaScript', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const sections = await page.locator('[data-section]:not(header)').all();
  expect(sections).toHaveLength(12);
  for (const section of sections) await expect(section).toBeVisible();
  for (const heading of await page.locator('main :is(h1, h2)').all()) {
    await expect(heading).toBeVisible();
    await expect(heading).toHaveCSS('opacity', '1');
  }
  await expect(page.locator('[data-counter]')).toHaveText('4');
  await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0);
  await expect(page.locator('[data-slide] img')).toHaveCount(7);
  await expect(page.getByRole('img', { name: /Ilustração de Lívia Sartório/ })).toBeVisible();
  await page.getByText('Fluxos automáticos').click();
  await expect(page.getByText('Gatilhos, filtros e caminhos alternativos')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Assistir no YouTube' })).toHaveCount(7);
  await expect(page.getByText(/O formulário precisa de JavaScript/)).toBeVisible();
});
