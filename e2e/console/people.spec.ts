import { readFile } from 'node:fs/promises';
import { expectNoViolations } from '../no-violations.ts';
import {
  createLead,
  expect,
  insertApplication,
  makeName,
  makePhone,
  type Page,
  readApiText,
  test,
} from './console-server.ts';

/** Finds a person by phone number and opens their card. */
async function openPerson(page: Page, { name, phone }: { name: string; phone: string }) {
  await page.goto('/pessoas/busca');
  await page.getByRole('searchbox', { name: 'Buscar uma pessoa' }).fill(phone);
  await page.getByRole('link', { name }).click();
}

async function erase(page: Page) {
  await page.getByRole('button', { name: 'Apagar tudo' }).click();
  const button = page.getByRole('button', { name: 'Apagar para sempre' });
  await expect(button).toBeDisabled();
  await page.getByLabel('Para confirmar, digite “apagar”').fill('apagar');
  await button.click();
  await expect(page.getByText(/^Apagado: /)).toBeVisible();
}

// The console may refetch the erased contact before the erasure's response arrives.
test.use({ expectedErrors: [/404/] });

test('finds, exports and erases a person and records it in the trail', async ({ page, server }) => {
  const person = await createLead(server);
  await openPerson(page, person);
  await expect(page.getByRole('heading', { name: person.name, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'História' })).toBeVisible();
  await expectNoViolations(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Exportar' }).click();
  expect((await downloading).suggestedFilename()).toBe('pessoa.json');
  await erase(page);
  await page.getByRole('searchbox', { name: 'Buscar uma pessoa' }).fill(person.name);
  await expect(page.getByText(`Ninguém com “${person.name}”.`)).toBeVisible();
  await page.goto('/conta/trilha');
  await expect(page.getByText('apagou uma pessoa').first()).toBeVisible();
  await expectNoViolations(page);
});

test('exports and erases another person’s row only if it is checked', async ({ page, server }) => {
  const { name, phone } = await createLead(server);
  const email = `${name.split(' ')[0]}@correio.test`.toLowerCase();
  const apply = async (nome: string, whatsapp: string) => {
    await insertApplication(server, { nome, whatsapp, email });
    await expect.poll(() => readApiText(server, 'applications')).toContain(nome);
  };
  await apply(name, `+55 ${phone}`);
  // The name begins with a character that reverses the writing direction.
  const otherName = `\u202e${makeName()}`;
  await apply(otherName, `+55 ${makePhone()}`);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await openPerson(page, { name, phone });
  await expect(page.getByRole('article', { name })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/pessoas\/busca#q=/);
  await page.reload();
  await page.getByRole('link', { name }).click();
  expect(urls.join('\n')).not.toContain(encodeURIComponent(phone.slice(-4)));

  await page.getByRole('button', { name: 'Exportar' }).click();
  const dialog = page.getByRole('dialog', { name: /^Exportar os dados de/ });
  const doubtful = dialog.getByRole('group', { name: 'Podem ser de outra pessoa' });
  await expect(doubtful.getByRole('checkbox')).not.toBeChecked();
  await expect(doubtful).toContainText('Não combina: nome e telefone');
  await expect(doubtful.locator('bdi').first()).toHaveCSS('unicode-bidi', 'isolate');
  const certain = dialog.getByRole('group', { name: 'Desta pessoa' });
  await expect(certain.getByRole('checkbox')).toHaveCount(2);
  await expectNoViolations(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Exportar' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain(name);
  expect(text).not.toContain(otherName);

  await erase(page);
  const applications = await readApiText(server, 'applications');
  expect(applications).toContain(otherName);
  expect(applications).not.toContain(name);
});

test('shows that a request is due in fifteen days, closes it and reopens it', async ({ page }) => {
  const contact = `pedido-${Date.now()}@correio.test`;
  await page.goto('/conta/pedidos');
  await page.getByRole('button', { name: 'Anotar pedido' }).click();
  await page.getByLabel('O que a pessoa pede').selectOption('erasure');
  await page.getByLabel('Telefone ou e-mail dela').fill(contact);
  await page.getByRole('button', { name: 'Anotar', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: contact });
  // The console may show 14 or 15 days, because its clock may be up to half a minute off.
  const timeLeft = row.getByText(/^faltam 1[45] dias$/);
  await expect(timeLeft).toBeVisible();
  await row.getByRole('button', { name: `Marcar como respondido: ${contact}` }).click();
  await expect(row.getByRole('button', { name: `Reabrir: ${contact}` })).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(timeLeft).toBeVisible();
  await expectNoViolations(page);
});
