import { readFile } from 'node:fs/promises';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { changeContact, createLead, expect, rowOf, test } from './console-server.ts';

test('keeps the scrolled row in place when new rows arrive above it', async ({ page, server }) => {
  const campaign = `fila-${Date.now()}`;
  const others = () => Array.from({ length: 40 }, () => makeLead({ utm_campaign: campaign }));
  await insert(server.funil.url, 'leads', others());
  const { name } = await createLead(server, { utm_campaign: campaign });
  await insert(server.funil.url, 'leads', others());
  await page.goto(`/leads?campaign=${campaign}`);
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
  // At the top, new rows come into view.
  await list.evaluate((scroller) => scroller.scrollTo(0, 0));
  const newest = await createLead(server, { utm_campaign: campaign });
  await expect(rowOf(page, newest.name)).toBeInViewport();
});

test('finds a name without accents and a phone in any format', async ({ page, server }) => {
  const accented = await createLead(server, { nome: 'Conceição Gonçalves' });
  const other = await createLead(server);
  await page.goto('/leads');
  const search = page.getByRole('searchbox', { name: 'Buscar em Leads' });
  await search.fill('conceicao goncalves');
  await expect(rowOf(page, accented.name).first()).toBeVisible();
  await expect(rowOf(page, other.name)).toBeHidden();
  await search.fill(`+55 ${other.phone.replace(/\D/g, '')}`);
  await expect(rowOf(page, other.name)).toBeVisible();
  await expect(rowOf(page, accented.name)).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, other.name)).toBeVisible();
  await search.fill('ninguém se chama assim');
  await expect(page.getByText('Ninguém com “ninguém se chama assim”.')).toBeVisible();
});

test('opens the conversation with its text in one click and undoes the state', async ({
  page,
  server,
}) => {
  const { name, phone } = await createLead(server);
  await page.goto('/leads');
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

test('shows a contact’s timeline and saves its state and note', async ({ page, server }) => {
  const { name } = await createLead(server, { utm_campaign: 'volta-as-aulas' });
  await page.goto('/leads');
  await rowOf(page, name).getByRole('link', { name }).first().click();
  const person = page.getByRole('article', { name });
  await expect(person.getByRole('heading', { name: 'História' })).toBeVisible();
  await expect(person.getByRole('radio', { name: 'Aprovado' })).toHaveCount(0);
  await person.getByRole('radio', { name: 'Em conversa' }).check();
  await expect(page.getByText('Agora: em conversa.')).toBeVisible();
  await person.getByLabel('Anotação', { exact: true }).fill('Prefere falar à tarde.');
  await person.getByRole('button', { name: 'Salvar anotação' }).click();
  await expect(page.getByText('Anotação salva.')).toBeVisible();
  await page.reload();
  await expect(person.getByRole('radio', { name: 'Em conversa' })).toBeChecked();
  const notes = person.getByRole('list', { name: 'Anotações' });
  await expect(notes.getByText('Prefere falar à tarde.')).toBeVisible();
  await expect(person.getByText('volta-as-aulas').first()).toBeVisible();
});

test('changes the state of several contacts and undoes only those without a newer change', async ({
  page,
  server,
}) => {
  const campaign = `lote-${Date.now()}`;
  const first = await createLead(server, { utm_campaign: campaign });
  const other = await createLead(server, { utm_campaign: campaign });
  await page.goto(`/leads?campaign=${campaign}`);
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
  await page.goto(`/leads?campaign=${campaign}`);
  await expect(rowOf(page, name)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar como CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('leads.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(name);
  expect(text).not.toContain(other.name);
});
