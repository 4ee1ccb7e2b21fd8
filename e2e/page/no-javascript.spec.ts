import { CONVERSATION_SCREENSHOTS, SECTIONS, VIDEOS } from '../demonstration.ts';
import { expect, test } from '../fixtures.ts';
import { fillLead, heroButton, sendLead, waitForCheckout } from '../lead-dialog.ts';
import { layOutPage } from '../page-layout.ts';

test.use({ javaScriptEnabled: false });

test('shows every section, and no button that needs a script', async ({ page }) => {
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
  await expect(page.locator('a[data-enlarge][href$=".webp"]')).toHaveCount(
    CONVERSATION_SCREENSHOTS.length,
  );
  await expect(page.getByRole('img', { name: /Ilustração de Lívia Sartório/ })).toBeVisible();
  // The page is laid out first, because a section that grows during a click moves the target away
  // from the pointer.
  await layOutPage(page);
  await page.getByText('Fluxos automáticos').click();
  await expect(page.getByText('Gatilhos, filtros e caminhos alternativos')).toBeVisible();
  const videos = page.locator('a[data-play][href^="https://www.youtube.com/watch?v="]');
  await expect(videos).toHaveCount(VIDEOS.length);
  const scriptButtons = page.locator('button:not([type="submit"])');
  await expect(scriptButtons.locator('visible=true')).toHaveCount(0);
});

test('stores a lead without JavaScript, and leads to the checkout', async ({ page, funil }) => {
  await page.goto('/?utm_source=instagram&utm_campaign=abril', { waitUntil: 'load' });
  const dialog = page.locator('#lead-dialog');
  await heroButton(page).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: 'Fechar formulário' }).click();
  await expect(dialog).toBeHidden();
  await heroButton(page).click();
  await fillLead(page);
  await sendLead(page);
  await waitForCheckout(page);
  const [lead] = funil.rows('leads');
  expect(lead).toMatchObject({
    ...{ nome: 'Ana Souza', telefone: '(11) 98765-4321', suspect: null },
    ...{ utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'abril' },
  });
  expect(new URL(page.url()).searchParams.get('utm_campaign')).toBe('abril');
});
