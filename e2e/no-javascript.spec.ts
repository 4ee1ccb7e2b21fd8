import { CONVERSATIONS, SECTIONS, VIDEOS } from './demonstration.ts';
import { expect, test } from './shared-server.ts';

test.use({ javaScriptEnabled: false });

test('shows every section and link without JavaScript, no dead button', async ({ page }) => {
  await page.goto('/', { waitUntil: 'load' });
  for (const name of SECTIONS) {
    await expect(page.locator(`[data-section="${name}"]`)).toBeVisible();
  }
  for (const heading of await page.locator('main :is(h1, h2)').all()) {
    await expect(heading).toBeVisible();
    await expect(heading).toHaveCSS('opacity', '1');
  }
  await expect(page.locator('[data-counter]')).toHaveText('4');
  await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0);
  await expect(page.locator('[data-slide] img')).toHaveCount(CONVERSATIONS.length);
  await expect(page.getByRole('img', { name: /Ilustração de Lívia Sartório/ })).toBeVisible();
  await page.getByText('Fluxos automáticos').click();
  await expect(page.getByText('Gatilhos, filtros e caminhos alternativos')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Assistir no YouTube' })).toHaveCount(VIDEOS.length);
  const notice = page.getByText(/O formulário precisa de JavaScript/);
  await expect(notice.getByRole('link', { name: 'oi@engrena.example' })).toHaveAttribute(
    'href',
    'mailto:oi@engrena.example',
  );
  const dead = page.locator('[data-opens], [data-play], [data-step], [data-thumbnail]');
  await expect(dead.locator('visible=true')).toHaveCount(0);
});
