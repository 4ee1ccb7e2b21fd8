import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-scripts.ts';

test('a click opens the dialog before React has arrived, and nothing typed is lost', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByLabel('Nome completo').fill('Ana Souza');
  await page.getByLabel('WhatsApp').fill('11987654321');
  const submit = page.getByRole('button', { name: 'Continuar para o pagamento' });
  await expect(submit).toBeDisabled();

  release();
  await expect(submit).toBeEnabled();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await submit.click();
  await page.waitForURL('https://checkout.example/**');
  const [row] = funil.rows('leads');
  expect(row).toMatchObject({ nome: 'Ana Souza', telefone: '(11) 98765-4321' });
  expect(JSON.parse(String(row?.botoes_clicados))[0].secao).toBe('hero');
});

test('the dialog closes without React', async ({ page, funil }) => {
  await page.route('**/_astro/*.js', () => new Promise(() => {}));
  await page.goto(funil.url, { waitUntil: 'commit' });
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await page.getByRole('button', { name: 'Fechar formulário' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});
