import { arrive, expect, rowOf, test } from './desk.ts';

test('a page that was offline says so, and is right by itself afterwards', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  const before = await arrive(desk);
  await page.goto('/leads');
  await expect(rowOf(page, before.name)).toBeVisible();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  await page.context().setOffline(true);
  await expect(page.getByText('Sem internet. O que está na tela')).toBeVisible();
  await expect(rowOf(page, before.name)).toBeVisible();
  const meanwhile = await arrive(desk);
  await page.context().setOffline(false);
  await expect(page.getByText('O que está na tela')).toHaveCount(0);
  await expect(rowOf(page, meanwhile.name)).toBeVisible();
});

test('what cannot be read says why, and can be tried again', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const { name } = await arrive(desk);
  await page.route('**/console/v1/leads?*', (route) => route.abort());
  await page.goto('/leads');
  await expect(page.getByRole('alert')).toContainText('Sem conexão com o servidor');
  await page.unroute('**/console/v1/leads?*');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(rowOf(page, name)).toBeVisible();
});
