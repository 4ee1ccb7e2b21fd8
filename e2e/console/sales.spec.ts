import { expectNoViolations } from '../no-violations.ts';
import { buy } from './buy.ts';
import { arrive, askElsewhere, expect, rowOf, test } from './desk.ts';

test('a sale that nobody claims is matched by hand, and unmatched by one press', async ({
  page,
  desk,
}) => {
  const lead = await arrive(desk, { utm_source: 'instagram', utm_campaign: 'lancamento' });
  const sale = await buy(desk);
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
  await detail.getByRole('button', { name: `É esta pessoa: ${lead.name}` }).click();
  await expect(detail.getByText('ligada à mão')).toBeVisible();
  await expect(detail.getByText('instagram', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(detail.getByText('Nenhum lead foi achado')).toBeVisible();
});

test('undoing leaves what another operator decided since', async ({
  page,
  desk,
  expectedErrors,
}) => {
  // What is refused is told in words.
  expectedErrors.push(/409/);
  const mine = await arrive(desk);
  const sale = await buy(desk);
  await page.goto('/vendas?matched=no');
  await rowOf(page, sale.name).getByRole('link').click();
  const detail = page.getByRole('article', { name: sale.name });
  await detail.getByText('Procurar outra pessoa').click();
  await detail.getByRole('searchbox').fill(mine.name);
  await detail.getByRole('button', { name: `É esta pessoa: ${mine.name}` }).click();
  await expect(page.getByText(`Venda ligada a ${mine.name}.`)).toBeVisible();
  await askElsewhere(desk, 'PUT', `sales/hotmart/${sale.transaction}/match`, { subject: null });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  const notices = page.getByRole('region', { name: 'Avisos' });
  await expect(notices.getByText('Outra pessoa decidiu de quem é esta venda')).toBeVisible();
  await expect(detail.getByText('Alguém disse à mão que não é de nenhum lead.')).toBeVisible();
});

test('a sale finds its lead by the phone, and the way leads to the story', async ({
  page,
  desk,
}) => {
  const lead = await arrive(desk);
  const sale = await buy(desk, lead);
  await page.goto('/vendas');
  await expect(rowOf(page, sale.name).getByText('pelo telefone')).toBeVisible();
  await rowOf(page, sale.name).getByRole('link').click();
  const detail = page.getByRole('article', { name: sale.name });
  await detail.getByRole('link', { name: lead.name }).click();
  const person = page.getByRole('article', { name: lead.name });
  await expect(person.getByRole('heading', { name: 'História' })).toBeVisible();
});

test('a person’s own checkout link is copied, or sent at a press', async ({
  page,
  context,
  desk,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lead = await arrive(desk, { utm_campaign: 'black-friday' });
  await page.goto('/leads');
  await rowOf(page, lead.name).getByRole('link', { name: lead.name }).first().click();
  const person = page.getByRole('article', { name: lead.name });
  await person.getByRole('button', { name: 'Fazer o link' }).click();
  await person.getByRole('button', { name: 'Copiar link' }).click();
  await expect(page.getByText('Link copiado.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^https:\/\/checkout\.example\/engrena-ia\?funnel=engrena-anual&/);
  expect(new URL(copied).searchParams.get('utm_campaign')).toBe('black-friday');
  const popup = page.waitForEvent('popup');
  await person.getByRole('link', { name: 'Mandar no WhatsApp' }).click();
  expect(new URL((await popup).url()).searchParams.get('text')).toContain(copied);
});
