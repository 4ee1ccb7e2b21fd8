import { expectErrors } from '../console-errors.ts';
import { expectNoViolations } from '../no-violations.ts';
import {
  createLead,
  createSale,
  expect,
  openWhatsApp,
  requestApi,
  rowOf,
  test,
} from './console-server.ts';

test('matches a sale by hand, and undoes the match unless another operator changed it', async ({
  page,
  server,
}) => {
  // The browser logs the refused undo.
  expectErrors(page, /409/);
  const lead = await createLead(server, { utm_source: 'instagram', utm_campaign: 'lancamento' });
  const sale = await createSale(server);
  await page.goto('/vendas?matched=no');
  const row = rowOf(page, sale.name);
  await expect(row.getByText('R$ 1.497,10')).toBeVisible();
  await expect(row.getByText('Paga')).toBeVisible();
  await row.getByRole('link').click();
  const detail = page.getByRole('article', { name: sale.name });
  await expect(detail.getByText(sale.transaction, { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await detail.getByText('Procurar outra pessoa').click();
  await detail.getByRole('searchbox').fill(lead.name);
  const choice = detail.getByRole('button', { name: `É esta pessoa: ${lead.name}` });
  await choice.click();
  await expect(detail.getByText('ligada à mão')).toBeVisible();
  await expect(detail.getByText('instagram', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(detail.getByText('Nenhum lead foi achado')).toBeVisible();

  await choice.click();
  const undo = page.getByRole('button', { name: 'Desfazer' });
  // A toast under the pointer stays.
  await undo.hover();
  await expect(detail.getByText('ligada à mão')).toBeVisible();
  await requestApi(server, 'PUT', `sales/hotmart/${sale.transaction}/match`, { subject: null });
  await undo.click();
  const notices = page.getByRole('region', { name: 'Avisos' });
  await expect(notices.getByText('Outra pessoa decidiu de quem é esta venda')).toBeVisible();
  await expect(detail.getByText('Alguém disse à mão que não é de nenhum lead.')).toBeVisible();
});

test('takes the amount of a partial refund from the operator', async ({ page, server }) => {
  const sale = await createSale(server, { isPartlyRefunded: true });
  await page.goto(`/vendas/hotmart/${sale.transaction}`);
  const form = page.getByRole('form', { name: 'Devolução parcial' });
  await expect(form.getByText('Devolução parcial, valor não informado')).toBeVisible();
  const field = form.getByLabel('Quanto foi devolvido, em reais');
  await field.fill('1.497,10');
  await field.press('Enter');
  await expect(form.getByRole('alert')).toContainText('menor que R$ 1.497,10');
  await expectNoViolations(page);
  await field.fill('97,5');
  await field.press('Enter');
  await expect(form.getByText('O valor foi informado à mão.')).toBeVisible();
  const detail = page.getByRole('article', { name: sale.name });
  await expect(detail.getByText('R$ 97,50')).toBeVisible();
  await expect(field).toHaveValue('97,50');

  // Another operator's amount appears, but never replaces what this one types.
  const changeRefund = (cents: number) =>
    requestApi(server, 'PUT', `sales/hotmart/${sale.transaction}/refund`, { cents });
  await changeRefund(5_000);
  await expect(detail.getByText('R$ 50,00')).toBeVisible();
  await expect(field).toHaveValue('50,00');
  await field.fill('12,34');
  await changeRefund(6_000);
  await expect(detail.getByText('R$ 60,00')).toBeVisible();
  await expect(field).toHaveValue('12,34');
});

test('lists a buyer once, and copies and sends a link', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lead = await createLead(server, { utm_campaign: 'black-friday' });
  const sale = await createSale(server, lead);
  await createSale(server, lead);
  await page.goto('/pessoas/compradores');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar como CSV' }).click();
  expect((await download).suggestedFilename()).toBe('compradores.csv');
  await expect(rowOf(page, sale.name)).toContainText('2 compras: R$ 2.994,20 · 1 cadastro');
  await expect(rowOf(page, sale.name)).toHaveCount(1);
  await page.goto('/vendas');
  await expect(rowOf(page, sale.name).getByText('pelo telefone')).toHaveCount(2);
  await rowOf(page, sale.name).getByRole('link').first().click();
  const detail = page.getByRole('article', { name: sale.name });
  await detail.getByRole('link', { name: lead.name }).click();
  const person = page.getByRole('article', { name: lead.name });
  await expect(person.getByRole('heading', { name: 'História' })).toBeVisible();
  await person.getByRole('button', { name: 'Copiar link' }).click();
  await expect(page.getByText('Link copiado.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/pagar\/[\w-]{22}$/);
  // The test opens the link at the server's real address, because the port is chosen at the start and the settings
  // cannot contain it.
  const link = server.funil.url + new URL(copied).pathname;
  const { location = '' } = (await page.request.get(link, { maxRedirects: 0 })).headers();
  expect(location).toMatch(/^https:\/\/checkout\.example\/engrena-ia\?funnel=engrena-anual&/);
  expect(new URL(location).searchParams.get('utm_campaign')).toBe('black-friday');
  const send = person.getByRole('link', { name: 'Mandar no WhatsApp' });
  const { searchParams } = await openWhatsApp(page, () => send.click());
  expect(searchParams.get('text')).toContain(copied);
});

test('shows a sale’s net, and leaves a marked test out of the totals', async ({ page, server }) => {
  const sale = await createSale(server);
  await page.goto(`/vendas/hotmart/${sale.transaction}`);
  const detail = page.getByRole('article', { name: sale.name });
  const money = detail.locator('section', { hasText: 'Dinheiro' });
  await expect(money).toContainText('VendidoR$ 1.497,10');
  await expect(money).toContainText('Taxas e comissõesR$ 149,71');
  await expect(money).toContainText('LíquidoR$ 1.347,39');
  await detail.getByRole('button', { name: 'Minha compra de teste' }).click();
  await expect(detail.getByText('não conta em nenhum número')).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Não é teste' })).toBeFocused();
  await expectNoViolations(page);
  await expect(rowOf(page, sale.name)).toHaveCount(0);
  await page.goto('/vendas?test=1');
  await rowOf(page, sale.name).getByRole('link').click();
  await detail.getByRole('button', { name: 'Não é teste' }).click();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(detail.getByText('Marcada como sua compra de teste')).toBeVisible();
});

test('warns of refused notices, with a remedy, until one is accepted', async ({ page, server }) => {
  await createSale(server);
  await page.goto('/vendas');
  await expect(page.getByRole('heading', { name: 'Vendas' })).toBeVisible();
  const refused = await fetch(`${server.funil.url}/postbacks/hotmart`, {
    method: 'POST',
    headers: { 'x-hotmart-hottok': 'segredo-antigo' },
    body: '{}',
  });
  expect(refused.status).toBe(401);
  const warning = page.getByText(/^Hotmart: avisos recusados desde .*\d\d:\d\d/);
  await expect(warning).toBeVisible();
  await expectNoViolations(page);
  await warning.getByRole('link', { name: 'O que fazer' }).click();
  const platform = page.getByRole('listitem').filter({ hasText: 'Último aviso aceito' });
  await expect(platform.getByText(/é o que está em Ligações/)).toBeVisible();
  await expect(platform.getByText('segredo errado ou ausente', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await createSale(server);
  await expect(platform.getByText(/é o que está em Ligações/)).toBeHidden();
  await page.getByRole('link', { name: 'Voltar às vendas' }).click();
  await expect(page.getByRole('heading', { name: 'Vendas' })).toBeVisible();
  await expect(warning).toBeHidden();
});
