import { expect, test } from './shared-server.ts';

test.use({ javaScriptEnabled: false });

test('shows every section, picture, lesson and video link without JavaScript', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url, { waitUntil: 'load' });
  const sections = await page.locator('[data-section]:not(header)').all();
  expect(sections).toHaveLength(13);
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
});

test('offers an e-mail address in place of buttons that need JavaScript', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url, { waitUntil: 'load' });
  const notice = page.getByText(/O formulário precisa de JavaScript/);
  await expect(notice.getByRole('link', { name: 'oi@engrena.example' })).toHaveAttribute(
    'href',
    'mailto:oi@engrena.example',
  );
  const dead = page.locator('[data-opens], [data-play], [data-step], [data-thumbnail]');
  await expect(dead.locator('visible=true')).toHaveCount(0);
});
