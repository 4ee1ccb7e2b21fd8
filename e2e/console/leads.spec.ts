import { readFile } from 'node:fs/promises';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { changeContact, createLead, expect, makePhone, rowOf, test } from './console-server.ts';

test('keeps the scrolled row in place when new rows arrive above it', async ({ page, server }) => {
  const campaign = `fila-${Date.now()}`;
  const others = () =>
    Array.from({ length: 40 }, () => makeLead({ utm_campaign: campaign, telefone: makePhone() }));
  await insert(server.funil.url, 'leads', others());
  const { name } = await createLead(server, { utm_campaign: campaign });
  await insert(server.funil.url, 'leads', others());
  await page.goto(`/pessoas/leads?campaign=${campaign}`);
  await expect(page.locator('[aria-setsize="81"]').first()).toBeAttached();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  const row = rowOf(page, name);
  const list = page.getByRole('region', { name: 'Lista' });
  await list.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight / 2));
  await expect(row).toBeInViewport();
  const before = await row.boundingBox();
  await insert(server.funil.url, 'leads', others());
  await expect(row).toHaveAttribute('aria-posinset', '81');
  expect(await row.boundingBox()).toEqual(before);
  // A list that stands at its top shows new rows.
  await list.evaluate((scroller) => scroller.scrollTo(0, 0));
  const newest = await createLead(server, { utm_campaign: campaign });
  await expect(rowOf(page, newest.name)).toBeInViewport();
});

test('opens the conversation with its text, and undoes the state', async ({ page, server }) => {
  const { name, phone } = await createLead(server);
  await page.goto('/pessoas/leads');
  const row = rowOf(page, name);
  const link = row.getByRole('link', { name: `Chamar ${name} no WhatsApp` });
  await expect(link).toHaveAttribute('href', /text=/);
  const popup = page.waitForEvent('popup');
  await link.click();
  const address = new URL((await popup).url());
  expect(address.pathname).toBe(`/55${phone.replace(/\D/g, '')}`);
  expect(address.searchParams.get('text')).toContain(name.split(' ')[0]);
  await expect(row.getByText('Em conversa')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row.getByText('Novo')).toBeVisible();
});

test('changes several contacts, and does not undo a contact that was changed since', async ({
  page,
  server,
}) => {
  const campaign = `lote-${Date.now()}`;
  const first = await createLead(server, { utm_campaign: campaign });
  const other = await createLead(server, { utm_campaign: campaign });
  await page.goto(`/pessoas/leads?campaign=${campaign}`);
  const change = async () => {
    for (const { name } of [first, other]) await page.getByLabel(`Marcar ${name}`).check();
    await page.getByLabel('Mudar o estado dos marcados').selectOption('perdido');
    await expect(page.getByText('2 pessoas: perdido.')).toBeVisible();
    for (const { name } of [first, other])
      await expect(rowOf(page, name).getByText('Perdido')).toBeVisible();
  };
  await change();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  for (const { name } of [first, other])
    await expect(rowOf(page, name).getByText('Novo')).toBeVisible();

  await change();
  const href = await rowOf(page, first.name).locator('.row-link').getAttribute('href');
  const subject = `lead:${href?.split('/').at(-1)}`;
  await changeContact(server, subject, { version: 3, state: 'aprovado' });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('1 pessoa mudou enquanto isso').first()).toBeVisible();
  await expect(page.getByText('Desfeito: 1 pessoa.')).toBeVisible();
  await expect(rowOf(page, first.name).getByText('Aprovado')).toBeVisible();
  await expect(rowOf(page, other.name).getByText('Novo')).toBeVisible();
});

test('downloads the filtered rows as CSV', async ({ page, server }) => {
  const campaign = `planilha-${Date.now()}`;
  const { name } = await createLead(server, { utm_campaign: campaign });
  const other = await createLead(server);
  await page.goto(`/pessoas/leads?campaign=${campaign}`);
  await expect(rowOf(page, name)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar como CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('leads.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(name);
  expect(text).not.toContain(other.name);
});
