import { expectNoViolations } from '../no-violations.ts';
import { arrive, expect, test } from './desk.ts';

test('a person is found, exported, and erased only by who types it', async ({
  page,
  desk,
  expectedErrors,
}) => {
  // The person may be asked for once more, told of the erasure before it is answered.
  expectedErrors.push(/404/);
  const { name, phone } = await arrive(desk);
  await page.goto('/pessoas');
  await page.getByRole('searchbox', { name: 'Buscar uma pessoa' }).fill(phone);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'História' })).toBeVisible();
  await expectNoViolations(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON' }).click();
  expect((await saving).suggestedFilename()).toBe('pessoa.json');
  await page.getByRole('button', { name: 'Apagar tudo' }).click();
  const erase = page.getByRole('button', { name: 'Apagar para sempre' });
  await expect(erase).toBeDisabled();
  await page.getByLabel('Para confirmar, digite “apagar”').fill('apagar');
  await erase.click();
  await expect(page.getByText(/^Apagado: /)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar uma pessoa' }).fill(name);
  await expect(page.getByText(`Ninguém com “${name}”.`)).toBeVisible();
  await page.getByRole('link', { name: 'Trilha' }).click();
  await expect(page.getByText('apagou uma pessoa').first()).toBeVisible();
  await expectNoViolations(page);
});

test('a request has fifteen days, and is answered or open again at a press', async ({ page }) => {
  const contact = `pedido-${Date.now()}@correio.test`;
  await page.goto('/pessoas/pedidos');
  await page.getByRole('button', { name: 'Anotar pedido' }).click();
  await page.getByLabel('O que a pessoa pede').selectOption('erasure');
  await page.getByLabel('Telefone ou e-mail dela').fill(contact);
  await page.getByRole('button', { name: 'Anotar', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: contact });
  await expect(row.getByText('faltam 14 dias')).toBeVisible();
  await row.getByRole('button', { name: `Respondido: ${contact}` }).click();
  await expect(row.getByRole('button', { name: `Reabrir: ${contact}` })).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row.getByText('faltam 14 dias')).toBeVisible();
  await expectNoViolations(page);
});
