import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { changeContact, createLead, expect, rowOf, test } from './console-server.ts';

test('shows a new lead on the open list', async ({ page, server }) => {
  await createLead(server);
  await page.goto('/leads');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  const before = Date.now();
  const { name } = await createLead(server);
  await expect(rowOf(page, name)).toBeVisible({ timeout: 3_000 });
  test.info().annotations.push({ type: 'ms to the row', description: `${Date.now() - before}` });
});

test('keeps the scrolled row in place when rows come on top', async ({ page, server }) => {
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

test('finds a name without its accents, and a phone however it is written', async ({
  page,
  server,
}) => {
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

test('opens the conversation with the text at one press, and undoes it', async ({
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

test('shows a person’s timeline, and keeps state and note', async ({ page, server }) => {
  const { name } = await createLead(server, { utm_campaign: 'volta-as-aulas' });
  await page.goto('/leads');
  await rowOf(page, name).getByRole('link', { name }).first().click();
  const person = page.getByRole('article', { name });
  await expect(person.getByRole('heading', { name: 'História' })).toBeVisible();
  await person.getByRole('radio', { name: 'Aprovado' }).check();
  await expect(page.getByText('Agora: aprovado.')).toBeVisible();
  await person.getByLabel('Anotação').fill('Prefere falar à tarde.');
  await person.getByRole('button', { name: 'Salvar anotação' }).click();
  await expect(page.getByText('Anotação salva.')).toBeVisible();
  await page.reload();
  await expect(person.getByRole('radio', { name: 'Aprovado' })).toBeChecked();
  await expect(person.getByLabel('Anotação')).toHaveValue('Prefere falar à tarde.');
  await expect(person.getByText('volta-as-aulas').first()).toBeVisible();
});

test('moves several people at once, and undoes only those that did not change since', async ({
  page,
  server,
}) => {
  const campaign = `lote-${Date.now()}`;
  const moved = await createLead(server, { utm_campaign: campaign });
  const other = await createLead(server, { utm_campaign: campaign });
  await page.goto(`/leads?campaign=${campaign}`);
  const move = async () => {
    for (const { name } of [moved, other]) await page.getByLabel(`Marcar ${name}`).check();
    await page.getByLabel('Mudar o estado dos marcados').selectOption('perdido');
    await expect(page.getByText('2 pessoas: perdido.')).toBeVisible();
    for (const { name } of [moved, other])
      await expect(rowOf(page, name).getByText('Perdido')).toBeVisible();
  };
  await move();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  for (const { name } of [moved, other])
    await expect(rowOf(page, name).getByText('Novo')).toBeVisible();

  await move();
  const subject = await rowOf(page, moved.name)
    .locator('[data-subject]')
    .getAttribute('data-subject');
  await changeContact(server, subject, { version: 3, state: 'aprovado' });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('1 pessoa mudou enquanto isso').first()).toBeVisible();
  await expect(page.getByText('Desfeito: 1 pessoa.')).toBeVisible();
  await expect(rowOf(page, moved.name).getByText('Aprovado')).toBeVisible();
  await expect(rowOf(page, other.name).getByText('Novo')).toBeVisible();
});

test('saves the filtered rows as a table', async ({ page, server }) => {
  const campaign = `planilha-${Date.now()}`;
  const { name } = await createLead(server, { utm_campaign: campaign });
  const other = await createLead(server);
  await page.goto(`/leads?campaign=${campaign}`);
  await expect(rowOf(page, name)).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar como CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('leads.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text).toContain(name);
  expect(text).not.toContain(other.name);
});
