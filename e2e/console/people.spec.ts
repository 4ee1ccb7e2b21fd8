import { readFile } from 'node:fs/promises';
import { makeApplication } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { expectNoViolations } from '../no-violations.ts';
import { createLead, expect, makeName, makePhone, readApiText, test } from './console-server.ts';

test('finds, exports and erases a person, the last only after the word is typed', async ({
  page,
  server,
  expectedErrors,
}) => {
  // The live stream may report the erasure before its request is answered.
  expectedErrors.push(/404/);
  const { name, phone } = await createLead(server);
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

test('lists another person with the same e-mail apart, and takes those rows only if they are marked', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  const { name, phone } = await createLead(server);
  const email = `${name.split(' ')[0]}@correio.test`.toLowerCase();
  const apply = async (nome: string, whatsapp: string) => {
    const row = makeApplication({ nome, whatsapp, email });
    expect((await insert(server.funil.url, 'applications', row)).status).toBe(201);
    await expect.poll(() => readApiText(server, 'applications')).toContain(nome);
  };
  await apply(name, `+55 ${phone}`);
  // The name turns the direction of writing.
  const stranger = `\u202e${makeName()}`;
  await apply(stranger, `+55 ${makePhone()}`);

  await page.goto('/pessoas');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('searchbox', { name: 'Buscar uma pessoa' }).fill(phone);
  await expect(page).toHaveURL(/\/pessoas#q=/);
  await page.reload();
  await page.getByRole('link', { name }).click();
  expect(asked.join('\n')).not.toContain(encodeURIComponent(phone.slice(-4)));

  await page.getByRole('button', { name: 'JSON' }).click();
  const file = page.getByRole('dialog', { name: /^Exportar os dados de/ });
  const doubtful = file.getByRole('group', { name: 'Podem ser de outra pessoa' });
  await expect(doubtful.getByRole('checkbox')).not.toBeChecked();
  await expect(doubtful).toContainText('Não combina: nome e telefone');
  expect(
    await doubtful
      .locator('bdi')
      .first()
      .evaluate((it) => getComputedStyle(it).unicodeBidi),
  ).toBe('isolate');
  await expect(file.getByRole('group', { name: 'Desta pessoa' }).getByRole('checkbox')).toHaveCount(
    2,
  );
  await expectNoViolations(page);
  const saving = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Baixar JSON' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  expect(text).toContain(name);
  expect(text).not.toContain(stranger);

  await page.getByRole('button', { name: 'Apagar tudo' }).click();
  await page.getByLabel('Para confirmar, digite “apagar”').fill('apagar');
  await page.getByRole('button', { name: 'Apagar para sempre' }).click();
  await expect(page.getByText(/^Apagado: /)).toBeVisible();
  expect(await readApiText(server, 'applications')).toContain(stranger);
  expect(await readApiText(server, 'applications')).not.toContain(name);
});

test('gives a request fifteen days, and closes and reopens it', async ({ page }) => {
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
