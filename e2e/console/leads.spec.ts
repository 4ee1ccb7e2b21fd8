import { holdRequests } from '../hold-requests.ts';
import {
  changeContact,
  createLead,
  expect,
  openContact,
  openWhatsApp,
  rowOf,
  test,
} from './console-server.ts';

test('opens the conversation, and undoes the change of state', async ({ page, server }) => {
  const { name, phone } = await createLead(server);
  await page.goto('/pessoas/leads');
  const row = rowOf(page, name);
  const link = row.getByRole('link', { name: `Chamar ${name} no WhatsApp` });
  await expect(link).toHaveAttribute('href', /text=/);
  const address = await openWhatsApp(page, () => link.click());
  expect(address.pathname).toBe(`/55${phone.replace(/\D/g, '')}`);
  expect(address.searchParams.get('text')).toContain(name.split(' ')[0]);
  await expect(row.getByText('Em conversa')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row.getByText('Novo')).toBeVisible();
});

test('changes states, and undoes them unless changed meanwhile', async ({ page, server }) => {
  const campaign = `lote-${Date.now()}`;
  const moved = await createLead(server, { utm_campaign: campaign });
  const other = await createLead(server, { utm_campaign: campaign });
  await page.goto(`/pessoas/leads?campaign=${campaign}`);
  const markLost = async () => {
    for (const { name } of [moved, other]) await page.getByLabel(`Marcar ${name}`).check();
    await page.getByLabel('Mudar o estado das marcadas').selectOption('perdido');
    await expect(page.getByText('2 pessoas: perdido.')).toBeVisible();
    for (const { name } of [moved, other])
      await expect(rowOf(page, name).getByText('Perdido')).toBeVisible();
  };
  await markLost();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  for (const { name } of [moved, other])
    await expect(rowOf(page, name).getByText('Novo')).toBeVisible();

  await markLost();
  const href = await rowOf(page, moved.name).locator('.row-link').getAttribute('href');
  const subject = `lead:${href?.split('/').at(-1)}`;
  await changeContact(server, subject, { version: 3, state: 'aprovado' });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('1 pessoa mudou enquanto isso').first()).toBeVisible();
  await expect(page.getByText('Desfeito: 1 pessoa.')).toBeVisible();
  await expect(rowOf(page, moved.name).getByText('Aprovado')).toBeVisible();
  await expect(rowOf(page, other.name).getByText('Novo')).toBeVisible();
});

test('explains that a follow-up without a time is incomplete', async ({ page, server }) => {
  const { name } = await createLead(server);
  await openContact(page, name);
  await page.getByRole('button', { name: 'Outro dia…' }).click();
  const date = page.getByLabel('Dia e hora (de Brasília)');
  await expect(date).toBeFocused();
  await page.keyboard.type('05122026');
  await page.keyboard.press('Enter');
  await expect(date).toHaveAccessibleDescription('Está incompleto.');
});

test('shows the visit of a lead from the page, and no visit of an imported lead', async ({
  page,
  server,
}) => {
  // An import stores a lead with these values.
  const imported = await createLead(server, { paginas_visitadas: 0, tempo_jornada_segundos: 0 });
  const { name } = await createLead(server);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await openContact(page, imported.name);
  await expect(page.getByRole('heading', { name: 'História' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A visita' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Fechar' }).click();
  await rowOf(page, name).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'A visita' })).toBeVisible();
  // The lead's detail stays until the next view's code has loaded, and must request no other contact.
  const release = await holdRequests(page, '**/assets/*');
  await page.getByRole('link', { name: 'Vendas', exact: true }).click();
  await expect(page).toHaveURL(/\/vendas$/);
  release();
  await expect(page.getByRole('searchbox', { name: 'Buscar em Vendas' })).toBeVisible();
  expect(requestedPaths.filter((path) => path.startsWith('/console/v1/applications/'))).toEqual([]);
});
