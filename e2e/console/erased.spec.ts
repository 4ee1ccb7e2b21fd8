import { startReceiver } from '../../testkit/fakes/receiver.ts';
import {
  type ConsoleServer,
  createLead,
  createSale,
  expect,
  requestApi,
  rowOf,
  test,
} from './console-server.ts';

// The page requests the erased contact once more, and the browser logs the 404.
test.use({ expectedErrors: [/404/] });

async function eraseElsewhere(server: ConsoleServer, phone: string) {
  const search = await requestApi(server, 'POST', 'people/search', { q: phone });
  const { key } = search.items[0];
  await requestApi(server, 'POST', `people/${encodeURIComponent(key)}/erase`, { rows: [key] });
}

test('removes an erased person from every open view', async ({ page, server, context }) => {
  await using receiver = await startReceiver();
  const endpoint = { url: receiver.address, events: ['lead.created'] };
  await requestApi(server, 'POST', 'endpoints', endpoint);
  const erasedLead = await createLead(server);
  await createLead(server);
  const list = await context.newPage();
  await list.goto('/ligacoes/entregas');
  // Other tests may have added destinations, so that there are several deliveries.
  const deliveries = list.getByRole('button', { name: erasedLead.name });
  await expect(deliveries.filter({ hasText: 'Entregue' }).first()).toBeVisible();
  const person = await context.newPage();
  await person.goto('/pessoas/busca');
  await person.getByRole('searchbox', { name: 'Buscar uma pessoa' }).fill(erasedLead.phone);
  await person.getByRole('link', { name: erasedLead.name }).click();
  await expect(person.getByRole('heading', { name: erasedLead.name, level: 1 })).toBeVisible();
  await page.goto('/pessoas/leads');
  await rowOf(page, erasedLead.name).getByRole('link', { name: erasedLead.name }).first().click();
  await expect(page.getByRole('article', { name: erasedLead.name })).toBeVisible();
  for (const tab of [page, person, list]) {
    await expect(tab.locator('[data-connection="live"]')).toBeAttached();
  }
  await eraseElsewhere(server, erasedLead.phone);
  await expect(page.getByText('Isto não existe, ou já foi apagado.')).toBeVisible();
  await expect(page.getByText(erasedLead.name)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Não encontrado' })).toBeVisible();
  await expect(page.getByText('Carregando…')).toHaveCount(0);
  await expect(person.getByText('Isto não existe, ou já foi apagado.')).toBeVisible();
  await expect(person.getByText(erasedLead.name)).toHaveCount(0);
  await expect(deliveries).toHaveCount(0);
});

test('keeps the sale of an erased buyer, but not the name', async ({ page, server }) => {
  const sale = await createSale(server);
  await page.goto('/vendas');
  await rowOf(page, sale.name).getByRole('link').first().click();
  await expect(page.getByRole('article', { name: sale.name })).toBeVisible();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  await eraseElsewhere(server, sale.phone);
  await expect(page.getByRole('article', { name: 'Sem nome' })).toBeVisible();
  await expect(page.getByText(sale.name)).toHaveCount(0);
});
