import { expectNoViolations } from '../no-violations.ts';
import { createLead, createSale, expect, test } from './console-server.ts';

test('shows the revenue, and reads the days of the plot by keyboard', async ({ page, server }) => {
  const lead = await createLead(server, { utm_source: 'meta', utm_campaign: 'remarketing' });
  await createSale(server, lead);
  await page.goto('/relatorio?period=today');
  const money = page.getByRole('region', { name: 'Dinheiro' });
  await expect(money.getByText(/^em \d+ vendas?/)).toBeVisible();
  const toMoney = page.getByRole('list', { name: 'Do lead ao dinheiro' });
  await expect(toMoney.getByRole('listitem')).toHaveCount(4);
  await page.getByRole('radio', { name: '7 dias' }).check();
  await expect(page).toHaveURL(/period=week/);
  await expect(page.getByRole('region', { name: 'Números por dia' }).getByRole('row')).toHaveCount(
    8,
  );
  await expectNoViolations(page);
  await page.getByRole('radio', { name: 'Vendas' }).check();
  const days = page.getByRole('slider', { name: 'Vendas por dia' });
  await days.focus();
  await page.keyboard.press('End');
  await expect(days).toHaveAttribute('aria-valuetext', /: [1-9]\d*/);
  await page.keyboard.press('ArrowLeft');
  await expect(days).toHaveAttribute('aria-valuetext', /: 0/);
});

test('opens a campaign’s creatives, and the leads of a creative', async ({ page, server }) => {
  const campaign = `campanha-${Date.now()}`;
  const lead = await createLead(server, {
    utm_source: 'meta',
    utm_campaign: campaign,
    utm_content: 'video-curto',
  });
  await page.goto('/relatorio?period=today');
  const origins = page.getByRole('region', { name: 'Qual anúncio paga' });
  await origins.getByRole('button', { name: campaign }).click();
  const creative = origins.getByRole('row').filter({ hasText: 'video-curto' });
  await creative.getByRole('link', { name: 'ver leads' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: lead.name })).toBeVisible();
});

test('compares a day with the previous day', async ({ page, server }) => {
  const [today, yesterday] = [Date.UTC(2026, 1, 10, 15), Date.UTC(2026, 1, 9, 15)];
  for (const at of [yesterday, today, today]) await createSale(server, { at });
  await page.goto('/relatorio?from=2026-02-10&until=2026-02-10');
  await expect(page.getByText('10 fev, ao lado de 9 fev')).toBeVisible();
  const money = page.getByRole('region', { name: 'Dinheiro' });
  await expect(money).toContainText('R$ 2.994,20');
  await expect(money).toContainText('em 2 vendas +100% a mais');
  await expect(money).toContainText('que no período anterior: R$ 1.497,10');
  await expect(money).toContainText('Ticket médio');
  // The average and the refunds have not changed.
  await expect(money.locator('[data-tone="same"]')).toHaveCount(2);
  const paid = page.getByRole('list', { name: 'Do lead ao dinheiro' }).getByRole('listitem').nth(2);
  await expect(paid).toContainText('+100%');
});

test('takes dates that are typed digit by digit, and follows the address @desktop', async ({
  page,
}) => {
  await page.goto('/relatorio?from=2026-03-01&until=2026-03-31');
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/console/v1/report') requested.push(String(searchParams));
  });
  const until = page.getByLabel('até');
  await until.press('Control+a');
  // Chromium's field in English: month, day, year.
  await until.pressSequentially('04152026');
  await expect(until).toHaveValue('2026-04-15');
  await expect(page).toHaveURL(/from=2026-03-01&until=2026-04-15/);
  const from = page.getByLabel('De');
  await from.press('Control+a');
  await from.pressSequentially('03052025');
  await expect(page).toHaveURL(/from=2025-03-05&until=2026-04-15/);
  expect(requested.filter((days) => /from=[01]/.test(days))).toEqual([]);
  await from.fill('2026-05-01');
  await from.blur();
  await expect(from).toHaveValue('2025-03-05');

  await page.getByRole('link', { name: 'Relatório' }).click();
  await expect(page.getByRole('radio', { name: '30 dias' })).toBeChecked();
});
