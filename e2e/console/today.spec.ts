import { expectErrors } from '../console-errors.ts';
import { expectAccessible } from '../no-violations.ts';
import {
  createCart,
  createLead,
  createSale,
  expect,
  makeName,
  makePhone,
  requestApi,
  rowOf,
  signInAs,
  test,
} from './console-server.ts';
import { setTextSize } from './fit-window.ts';

test('says how long a lead has waited, and keeps a group folded', async ({ page, server }) => {
  const lead = await createLead(server, { utm_campaign: 'lancamento_de_novembro_publico_frio' });
  await page.goto('/');
  await setTextSize(page, '200%');
  const row = rowOf(page, lead.name);
  await expect(row.getByText(/^espera há (?:menos de 1|\d+) min$/)).toBeVisible();
  const [name, reason] = [
    row.getByText(lead.name, { exact: true }),
    row.getByText('Deixou o contato'),
  ];
  for (const text of [name, reason]) {
    await expect(text).toBeVisible();
    const cutOff = () => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(cutOff).toBe(0);
  }
  await page.getByRole('heading', { name: 'Leads novos' }).click();
  await expect(row).toBeHidden();
  const readFolded = () => page.evaluate(() => localStorage.getItem('funil-console-folded'));
  await expect.poll(readFolded).not.toBeNull();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Leads novos' })).toBeVisible();
  await expect(row).toBeHidden();
  await page.locator('summary', { hasText: 'Leads novos' }).press('Enter');
  await expect(row).toBeVisible();
});

test('offers the text for an abandoned checkout until the buyer pays', async ({ page, server }) => {
  const buyer = { name: makeName(), phone: makePhone(), email: `${Date.now()}@correio.test` };
  await createCart(server, buyer);
  await page.goto('/');
  const carts = page.getByRole('list', { name: 'Pararam no pagamento' });
  const row = carts.getByRole('listitem').filter({ hasText: buyer.name });
  await expect(row.getByText('não concluiu', { exact: false })).toBeVisible();
  await createSale(server, buyer);
  await expect(row).toHaveCount(0);
});

test('takes a lead out of the queue, and offers a welcome once the lead has bought', async ({
  page,
  server,
}) => {
  const lead = await createLead(server);
  const { name } = lead;
  await page.goto('/');
  await page.getByRole('link', { name }).first().click();
  const person = page.getByRole('article', { name });
  await person.getByRole('button', { name: 'Amanhã' }).click();
  await expect(page.getByText(/^Retorno .+ às 10:00\.$/)).toBeVisible();
  await person.getByLabel('Quem cuida desta pessoa').selectOption('ana@escola.test');
  await expect(page.getByText('Com ana@escola.test.')).toBeVisible();
  await page.goto('/pessoas/leads?owner=me');
  await expect(rowOf(page, name).getByText('Novo')).toBeVisible();
  const { leads, followups } = await requestApi(server, 'GET', 'today');
  expect(JSON.stringify([leads, followups])).not.toContain(name);
  await createSale(server, lead);
  await expect(rowOf(page, name).getByText('Comprou')).toBeVisible();
  await rowOf(page, name).getByRole('link', { name }).first().click();
  await expect(person.getByText('conforme a venda')).toBeVisible();
  await expect(person.getByText('boas-vindas!', { exact: false })).toBeVisible();
  await expect(person.getByRole('radio', { name: 'Perdido' })).toBeHidden();
});

test('keeps a template that is being written when the session ends', async ({ page, server }) => {
  await signInAs(page, server, 'tina@escola.test');
  await page.goto('/mensagens');
  await page.getByRole('button', { name: 'Novo texto' }).click();
  await page.getByLabel('Nome do texto').fill('Convite da turma');
  await page.getByLabel('Para quem').selectOption('Compradores');
  await page.getByLabel('Texto', { exact: true }).fill('Oi, {nome}! A turma abre amanhã.');
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    const ended = { ...session, access_token: 'ended', refresh_token: 'ended', expires_at: 1 };
    sessionStorage.setItem('session', JSON.stringify(session));
    localStorage.setItem(key, JSON.stringify(ended));
  }, 'funil-console-session');
  expectErrors(page, /400|401/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  await page.evaluate((key) => {
    localStorage.setItem(key, sessionStorage.getItem('session') ?? '');
  }, 'funil-console-session');
  await page.reload();
  const form = page.getByRole('dialog', { name: 'Novo texto' });
  await expect(form.getByLabel('Nome do texto')).toHaveValue('Convite da turma');
  await expect(form.getByLabel('Para quem')).toHaveValue('buyer');
  await expect(form.getByLabel('Texto', { exact: true })).toHaveValue(
    'Oi, {nome}! A turma abre amanhã.',
  );
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Texto salvo.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Convite da turma' })).toBeVisible();
  await expect(form).toHaveCount(0);
});

test('stores a template once whose form is left while it is saved', async ({ page, server }) => {
  await signInAs(page, server, 'tito@escola.test');
  await page.goto('/conta');
  await page.getByRole('link', { name: 'Mais', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Mensagens' }).click();
  await page.getByRole('button', { name: 'Novo texto' }).click();
  const name = makeName();
  await page.getByLabel('Nome do texto').fill(name);
  await page.getByLabel('Texto', { exact: true }).fill('Oi, {nome}!');
  const release = Promise.withResolvers<void>();
  await page.route('**/console/v1/templates', async (route) => {
    if (route.request().method() === 'POST') await release.promise;
    return route.continue();
  });
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/templates'),
  );
  await page.getByRole('button', { name: 'Salvar' }).click();
  await sent;
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release.resolve();
  await expect(page.getByText('Texto salvo.')).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('drops an unsaved template at a sign-out in another view', async ({ page, server }) => {
  await signInAs(page, server, 'tati@escola.test');
  await page.goto('/mensagens');
  await page.getByRole('button', { name: 'Novo texto' }).click();
  await page.getByLabel('Nome do texto').fill('Convite da turma');
  await page.goto('/conta');
  const stored = () => page.evaluate(() => sessionStorage.getItem('funil-console-template'));
  expect(await stored()).toContain('Convite da turma');
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).first().click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  expect(await stored()).toBeNull();
});

test('says what to do with a template that another operator deleted', async ({ page, server }) => {
  expectErrors(page, /404/);
  const fields = { name: makeName(), text: 'Oi!', for: 'lead' };
  const { id } = await requestApi(server, 'POST', 'templates', fields);
  await page.goto('/mensagens');
  await page.getByRole('button', { name: `Editar ${fields.name}` }).click();
  await page.getByLabel('Texto', { exact: true }).fill('Oi, {nome}!');
  await fetch(`${server.url}/console/v1/templates/${id}`, {
    method: 'DELETE',
    headers: {
      authorization: `Bearer ${server.session.access_token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  const save = page.getByRole('button', { name: 'Salvar' });
  await save.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(
    'Outra pessoa apagou este texto. Copie o seu, feche e crie um novo.',
  );
  await expect(save).toBeFocused();
});

test('previews a template, and refuses an unknown placeholder', async ({ page }) => {
  expectErrors(page, /422/);
  await page.goto('/mensagens');
  await expect(
    page.getByText('Oi, Ana! Aqui é da equipe da', { exact: false }).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Novo texto' }).click();
  await page.getByLabel('Nome do texto').fill('Apelido');
  await page.getByLabel('Texto', { exact: true }).fill('Oi, {apelido}!');
  await expect(page.getByText('Não conheço {apelido}.', { exact: false })).toBeVisible();
  const refusal = page.waitForResponse((response) => response.status() === 422);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await refusal;
  await expectAccessible(page);
  await expect(page.getByRole('dialog').getByText('Não conheço', { exact: false })).toHaveCount(1);
});
