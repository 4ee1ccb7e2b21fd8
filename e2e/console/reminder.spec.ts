import type { RouteResponse } from '@funil/contract/console/data-routes';
import type { PageEditorResponse } from '@funil/contract/page/page-editor';
import type { Locator, Page } from '@playwright/test';
import {
  type ConsoleServer,
  createLead,
  createSale,
  discardDraft,
  expect,
  insertApplication,
  makeName,
  openContact,
  openWhatsApp,
  requestApi,
  rowOf,
  test,
} from './console-server.ts';

const CHECKOUT_LINK = /pagar/;

/** Opens a conversation when its address matches a pattern. @returns the conversation's prepared text */
async function openConversation(page: Page, link: Locator, expected = /text=/): Promise<string> {
  await expect(link).toHaveAttribute('href', expected);
  const { searchParams } = await openWhatsApp(page, () => link.click());
  return searchParams.get('text') ?? '';
}

/** Changes the first template for a use until the end of the test. */
async function changeTemplate(
  server: ConsoleServer,
  use: string,
  text: string,
): Promise<AsyncDisposable> {
  const { items }: RouteResponse<'GET templates'> = await requestApi(server, 'GET', 'templates');
  const template = items.find((listed) => listed.for === use);
  const save = async (version: number, newText: string | undefined) => {
    await requestApi(server, 'PATCH', `templates/${template?.id}`, { version, text: newText });
  };
  const version = template?.version ?? 0;
  await save(version, text);
  return { [Symbol.asyncDispose]: () => save(version + 1, template?.text) };
}

test('reminds of an open Pix by a checkout link, and records it', async ({ page, server }) => {
  const lead = await createLead(server, { utm_campaign: 'volta-as-aulas' });
  const sale = await createSale(server, { ...lead, isUnpaidPix: true });
  await openContact(page, lead.name);
  await page.getByLabel('Anotação', { exact: true }).fill('Pediu desconto.');
  await page.getByRole('button', { name: 'Salvar anotação' }).click();
  await expect(page.getByText('Anotação salva.')).toBeVisible();
  await page.goto('/');
  const first = page.getByRole('list', { name: 'Agora' }).getByRole('listitem').first();
  await expect(first).toBeInViewport({ ratio: 1 });
  const reminder = page.getByRole('link', { name: `Lembrar ${sale.name} no WhatsApp` });
  const row = page.getByRole('listitem').filter({ has: reminder });
  await expect(row.getByText('Pix em aberto')).toBeVisible();
  await expect(row.getByText(/vence em \d+ h/)).toBeVisible();
  await expect(row.getByText('só falta o pagamento', { exact: false })).toBeVisible();
  const text = await openConversation(page, reminder, CHECKOUT_LINK);
  expect(text).toMatch(/usar este link: http\S+\/pagar\/[\w-]{22}\nCopia e cola: \S+exemplo$/);
  await expect(row.getByText(/^chamada (?:hoje|ontem) às \d\d:\d\d/)).toBeVisible();
  await expect(page.getByText('1 pessoa: em conversa.')).toBeVisible();
  await page.getByRole('link', { name: 'Pessoas', exact: true }).click();
  await expect(rowOf(page, lead.name).getByText('Em conversa')).toBeVisible();
  await rowOf(page, lead.name).getByRole('link', { name: lead.name }).first().click();
  const person = page.getByRole('article', { name: lead.name });
  await expect(person.getByRole('listitem').getByText('Pagamento pendente')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).last().click();
  await expect(page.getByText('Desfeito.')).toBeVisible();
});

test('records the conversation when the operator leaves at once', async ({ page, server }) => {
  const lead = await createLead(server);
  const sale = await createSale(server, { ...lead, isUnpaidPix: true });
  await page.goto('/vendas');
  await rowOf(page, sale.name).getByRole('link').click();
  const reminder = page.getByRole('link', { name: /^Lembrar \(/ });
  await expect(reminder).toHaveAttribute('href', /%2Fpagar%2F/);
  await openWhatsApp(page, () =>
    reminder.evaluate((link: HTMLAnchorElement) => {
      link.click();
      window.location.assign('about:blank');
    }),
  );
  await page.waitForURL('about:blank');
  await page.goto('/pessoas/leads');
  await expect(rowOf(page, lead.name).getByText('Em conversa')).toBeVisible();
  await rowOf(page, lead.name).getByRole('link', { name: lead.name }).first().click();
  const person = page.getByRole('article', { name: lead.name });
  const noted = person.getByRole('listitem').getByText('Conversa aberta no WhatsApp');
  await expect(noted).toBeVisible();
});

test('leaves out the link in the reminder of a sale without a lead', async ({ page, server }) => {
  const sale = await createSale(server, { isUnpaidPix: true });
  await page.goto('/');
  const reminder = page.getByRole('link', { name: `Lembrar ${sale.name} no WhatsApp` });
  const row = page.getByRole('listitem').filter({ has: reminder });
  await expect(row.getByText('sem link')).toBeVisible();
  await expect(row.getByText(/só falta o pagamento\. Copia e cola: \S+”$/)).toBeVisible();
  expect(await openConversation(page, reminder)).toMatch(
    /só falta o pagamento\.\nCopia e cola: \S+$/,
  );
  await expect(page.getByText('A conversa não fica anotada')).toBeVisible();
  await page.goto('/vendas');
  await rowOf(page, sale.name).getByRole('link').click();
  const detail = page.getByRole('article', { name: sale.name });
  await expect(detail.getByText('Vai sem o link de pagamento')).toBeVisible();
  await expect(detail.getByText('Vence', { exact: true })).toBeVisible();
  const link = detail.getByRole('link', { name: /^Lembrar/ });
  expect(await openConversation(page, link)).toMatch(/só falta o pagamento\.\nCopia e cola: \S+$/);
});

test('omits a link that its product lacks, and offers to add it', async ({ page, server }) => {
  const product = `Mentoria ${makeName()}`;
  const lead = await createLead(server);
  const sale = await createSale(server, { ...lead, isUnpaidPix: true, product });
  await page.goto('/');
  const reminder = page.getByRole('link', { name: `Lembrar ${sale.name} no WhatsApp` });
  const row = page.getByRole('listitem').filter({ has: reminder });
  await expect(row.getByText('sem link')).toBeVisible();
  await row.getByRole('link', { name: sale.name }).first().click();
  const detail = page.getByRole('article', { name: sale.name });
  await expect(
    detail.getByText('Vai sem o link de pagamento: a página ainda não diz'),
  ).toBeVisible();
  expect(await openConversation(page, detail.getByRole('link', { name: /^Lembrar/ }))).not.toMatch(
    /pagar|checkout/,
  );
  await detail.getByRole('link', { name: 'Pôr o link deste produto' }).click();
  const address = page.getByRole('textbox', { name: 'Endereço do checkout do produto' });
  await expect(address).toBeFocused();
  await address.fill('https://pay.hotmart.com/M1');
  await expect(page.getByRole('textbox', { name: 'Nome 1' })).toHaveValue(product);
  const products = async () => {
    const { draft }: PageEditorResponse = await requestApi(server, 'GET', 'page');
    return Object(draft.files.find(({ key }) => key === 'site')?.value).products;
  };
  const added = { names: [product], url: 'https://pay.hotmart.com/M1', platform: 'hotmart' };
  await expect.poll(products).toEqual([added]);
  await page.reload();
  await expect(page.getByRole('region', { name: 'O segredo do checkout' })).toBeVisible();
  expect(await products()).toEqual([added]);
  await discardDraft(server);
});

test('fills the checkout link into messages and into an approval', async ({ page, server }) => {
  await using _greeting = await changeTemplate(server, 'lead', 'Oi, {nome}! Aqui está: {link}');
  await using _approval = await changeTemplate(
    server,
    'approved',
    'Você entrou! Pague aqui: {link}',
  );
  const lead = await createLead(server);
  await page.goto('/pessoas/leads');
  const row = rowOf(page, lead.name);
  const message = row.getByRole('link', { name: /no WhatsApp/ });
  const text = await openConversation(page, message, CHECKOUT_LINK);
  expect(text).toMatch(/Aqui está: http\S+\/pagar\//);
  await expect(row.getByText('Em conversa')).toBeVisible();
  const name = await insertApplication(server);
  const person = await openContact(page, name, 'aplicacoes');
  const approve = person.getByRole('link', { name: 'Aprovar e avisar' });
  const approval = await openConversation(page, approve, CHECKOUT_LINK);
  expect(approval).toMatch(/^Você entrou! Pague aqui: http\S+\/pagar\//);
  await expect(person.getByRole('radio', { name: 'Aprovado' })).toBeChecked();
});
