import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectErrors } from '../console-errors.ts';
import { expectNoViolations } from '../no-violations.ts';
import { createSale, expect, requestApi, test } from './console-server.ts';

const SAMPLE = join(
  import.meta.dirname,
  '../../testkit/simulate/platforms/kiwify/samples/approved.json',
);

/** Sends Kiwify's documented notice of a new order. */
async function sendKiwifyNotice(url: string, secret: string): Promise<number> {
  const notice = { ...JSON.parse(readFileSync(SAMPLE, 'utf8')), order_id: randomUUID() };
  const body = JSON.stringify(notice);
  const signature = createHmac('sha1', secret).update(body).digest('hex');
  const address = `${url}/postbacks/kiwify?signature=${signature}`;
  const headers = { 'content-type': 'application/json' };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

test('saves a secret, shows its first notice, and removes the secret', async ({ page, server }) => {
  const { funil } = server;
  await page.goto('/ligacoes');
  const panel = page.locator('details').filter({ hasText: 'Kiwify' });
  await expect(panel.getByText('Desligada')).toBeVisible();
  await panel.locator('summary').press('Enter');
  await expect(panel.getByText('Falta o endereço da sua página')).toBeVisible();
  const form = panel.getByRole('form', { name: 'Avisos de venda' });
  const field = form.getByLabel('Token do webhook', { exact: true });
  await form.getByRole('button', { name: 'Salvar segredo' }).click();
  await expect(form.getByText('Preencha este campo.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('kiwify-de-teste');
  await expect(field).toHaveAttribute('type', 'password');
  await form.getByRole('button', { name: 'Mostrar o que digitei' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await field.press('Enter');
  await expect(panel.getByText('Esperando o primeiro aviso…')).toBeVisible();
  await expect(form.getByText(/^Salvo .* por ana@escola.test$/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Substituir' })).toBeFocused();
  await expectNoViolations(page);

  await expect.poll(() => sendKiwifyNotice(funil.url, 'kiwify-de-teste')).toBe(200);
  await expect(panel.getByText('Último aviso')).toBeVisible();
  await page.reload();
  await panel.locator('summary').click();
  expect(await page.content()).not.toContain('kiwify-de-teste');
  await form.getByRole('button', { name: 'Substituir' }).click();
  await expect(field).toBeFocused();
  await field.fill('outro-segredo');
  await form.getByRole('button', { name: /^Salvar/ }).click();
  await expect(panel.getByText('Esperando o primeiro aviso…')).toBeVisible();

  await form.getByRole('button', { name: 'Apagar' }).click();
  // On a phone a toast covers the button, so the test uses the Enter key instead of a click.
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).press('Enter');
  await expect(panel.getByText('Desligada')).toBeVisible();
  await expect(field).toBeVisible();
  await expect(form.getByRole('button', { name: 'Salvar segredo' })).toBeFocused();
  await expect.poll(() => sendKiwifyNotice(funil.url, 'kiwify-de-teste')).toBe(404);
  await page.reload();
  await expect(panel.locator('summary').getByText('Com problema')).toBeVisible();
  const hotmart = page.locator('details').filter({ hasText: 'Hotmart' });
  await hotmart.locator('summary').click();
  await expect(hotmart.getByText('Definido por quem instalou o servidor')).toBeVisible();
  await expect(hotmart.getByLabel('Hottok')).toHaveCount(0);
  const role = 'Nas vendas com coprodução, esta conta é';
  await hotmart.getByLabel(role).selectOption('Coprodutora');
  await hotmart.getByRole('button', { name: 'Salvar segredo' }).first().click();
  await expect(hotmart.getByText(`${role}Coprodutora`)).toBeVisible();
});

test('saves ticked events, and keeps a refused value as it was typed', async ({ page, server }) => {
  expectErrors(page, /422/);
  await page.goto('/ligacoes');
  const form = page.getByRole('form', { name: 'E-mail' });
  await form.getByLabel('Quem recebe').fill('equipe@escola.test');
  await form.getByRole('button', { name: /^Salvar/ }).click();
  await expect(form.getByText('Aplicação enviada, Venda paga')).toBeVisible();
  await form.getByRole('button', { name: 'Substituir' }).click();
  const lead = form.getByRole('checkbox', { name: 'Lead chegou' });
  await expect(lead).not.toBeChecked();
  await lead.check();
  await form.getByRole('button', { name: /^Salvar/ }).click();
  await expect(form.getByText('Lead chegou, ')).toBeVisible();
  await form.getByRole('button', { name: 'Substituir' }).click();
  await expect(lead).toBeChecked();
  // Saving the open form must not restore the events that another owner has replaced.
  const changes = { values: { NOTIFY_ON: 'application.created' } };
  await requestApi(server, 'PATCH', 'settings', changes);
  await createSale(server);
  await expect(lead).not.toBeChecked();
  await form.getByLabel('Servidor', { exact: true }).fill('mail escola');
  await form.getByRole('button', { name: /^Salvar/ }).click();
  await expect(form.getByRole('alert')).toContainText('Como smtp.gmail.com');
  await expect(form.getByLabel('Servidor', { exact: true })).toHaveValue('mail escola');
});

test('keeps what is typed, and says so, when another owner stores the same secret', async ({
  page,
  server,
}) => {
  await page.goto('/ligacoes');
  // No other test uses this platform, because tests share the server.
  const panel = page.locator('details').filter({ hasText: 'Ticto' });
  await panel.locator('summary').click();
  const field = panel.getByLabel('Token do webhook', { exact: true });
  await field.fill('digitado');
  await requestApi(server, 'PATCH', 'settings', { values: { TICTO_TOKEN: 'de-outra-pessoa' } });
  await expect(panel.getByText('Esperando o primeiro aviso…')).toBeVisible();
  await expect(field).toHaveValue('digitado');
  const notice = panel.getByText('ana@escola.test salvou isto enquanto você digitava.');
  await expect(notice).toBeVisible();
  await panel.getByRole('button', { name: 'Salvar segredo' }).first().click();
  await expect(panel.getByText(/^Salvo .* por ana@escola.test$/)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await requestApi(server, 'PATCH', 'settings', { values: { TICTO_TOKEN: null } });
});

test('links a finding of the doctor to the view that can change it', async ({ page }) => {
  await page.goto('/conta/situacao');
  const finding = page
    .getByRole('listitem')
    .filter({ hasText: 'A página no ar é uma demonstração' });
  await finding.getByRole('link', { name: 'Abrir Página' }).click();
  await expect(page).toHaveURL(/\/pagina/);
});
