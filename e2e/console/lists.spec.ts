import { readFile } from 'node:fs/promises';
import { createLead, expect, insertLeads, rowOf, test } from './console-server.ts';

test('filters, counts and downloads leads by creatives', async ({ page, context, server }) => {
  const campaign = `escolha-${Date.now()}`;
  const create = (utm_content: string) =>
    createLead(server, { utm_campaign: campaign, utm_content });
  for (const creative of ['Vídeo', 'video']) await create(creative);
  const photo = await create('foto');
  const carousel = await create('carrossel');
  await page.goto(`/pessoas/leads?campaign=${campaign}`);
  await expect(page.getByText('4 pessoas')).toBeVisible();
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.locator('summary', { hasText: 'Criativo' }).click();
  const choices = page.getByRole('list', { name: 'Criativo' });
  await choices.getByRole('checkbox', { name: /v[ií]deo/i }).check();
  // A press on a label instead of its box must not close the panel.
  await choices.getByText('foto').click();
  await expect(page.getByText('3 pessoas')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choices).toBeHidden();
  await page.reload();
  await expect(page.getByText('3 pessoas')).toBeVisible();
  await expect(rowOf(page, photo.name)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar como CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('leads.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(photo.name);
  expect(text).not.toContain(carousel.name);
  const tab = context.waitForEvent('page');
  await rowOf(page, photo.name)
    .getByRole('link')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(await tab).toHaveURL(new RegExp(`/pessoas/leads/\\d+\\?.*campaign=${campaign}`));
});

test('keeps each typed letter of a search while the view follows slowly', async ({
  page,
  server,
}) => {
  const { name } = await createLead(server);
  await page.goto('/pessoas/leads');
  await expect(rowOf(page, name)).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  const field = page.getByRole('searchbox');
  // A pause after each letter lets the view search for each beginning of the text.
  await field.pressSequentially('ninguém assim', { delay: 250 });
  await expect(field).toHaveValue('ninguém assim');
});

test('selects a range with Shift, and a whole long list @desktop', async ({ page, server }) => {
  const campaign = `todos-${Date.now()}`;
  for (const count of [50, 50]) await insertLeads(server, count, { utm_campaign: campaign });
  const { name } = await createLead(server, { utm_campaign: campaign });
  await page.goto(`/pessoas/leads?campaign=${campaign}`);
  await expect(page.getByText('101 pessoas')).toBeVisible();
  await rowOf(page, name).getByRole('checkbox').click();
  const boxOf = (row: number) => page.locator(`[data-row="${row}"]`).getByRole('checkbox');
  await boxOf(4).click({ modifiers: ['Shift'] });
  await expect(page.getByText('5 marcadas')).toBeVisible();
  await boxOf(2).click();
  await boxOf(4).click({ modifiers: ['Shift'] });
  await expect(page.getByText('2 marcadas')).toBeVisible();
  await page.getByRole('button', { name: 'Marcar todas as 101' }).click();
  await expect(page.getByText('101 marcadas')).toBeVisible();
});
