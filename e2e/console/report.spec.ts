import type { RouteResponse } from '@funil/contract/console/data-routes';
import { expectNoViolations } from '../no-violations.ts';
import { createLead, createSale, expect, test } from './console-server.ts';
import { setTextSize } from './fit-window.ts';

test('shows and downloads the revenue, and reads days by keyboard', async ({ page, server }) => {
  const lead = await createLead(server, { utm_source: 'meta', utm_campaign: 'remarketing' });
  await createSale(server, lead);
  await createSale(server, { at: Date.UTC(2026, 2, 7, 15) });
  await page.goto('/relatorio');
  const money = page.getByRole('region', { name: 'Dinheiro' });
  await expect(money.getByText(/^\d+ vendas? a \d+ comprador/)).toBeVisible();
  const today = page.getByRole('region', { name: 'Hoje' });
  // The profit is positive, because a sale was paid and nothing was spent.
  await expect(today).toContainText(/Lucro\s*R\$\s[1-9][\d.]+,\d\d/);
  await expect(page.getByRole('region', { name: '7 dias' })).toContainText('Custo por comprador–');
  const steps = page.getByRole('list', { name: 'Funil' });
  await expect(steps.getByRole('listitem')).toHaveCount(8);
  await page.getByRole('radio', { name: '7 dias' }).check();
  await expect(page).toHaveURL(/period=week/);
  await expect(page.getByRole('region', { name: 'Números por dia' }).getByRole('row')).toHaveCount(
    8,
  );
  await expectNoViolations(page);
  await page.getByRole('radio', { name: 'Leads destes dias' }).check();
  await expect(page).toHaveURL(/by=lead/);
  await expect(money.getByText(/^\d+ vendas? a \d+ comprador/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  expect((await download).suggestedFilename()).toBe('relatorio.csv');
  await page.goto('/relatorio?from=2026-03-01&until=2026-03-07');
  await page.getByRole('radio', { name: 'Vendas' }).check();
  const days = page.getByRole('slider', { name: 'Vendas por dia' });
  await days.focus();
  await page.keyboard.press('End');
  await expect(days).toHaveAttribute('aria-valuetext', /: 1$/);
  await page.keyboard.press('ArrowLeft');
  await expect(days).toHaveAttribute('aria-valuetext', /: 0$/);
});

test('groups origins by creative, sorts them, and opens their leads', async ({ page, server }) => {
  const campaign = `campanha-${Date.now()}`;
  const utms = { utm_source: 'meta', utm_campaign: campaign, utm_medium: 'frio' };
  const lead = await createLead(server, { ...utms, utm_content: 'video-curto' });
  for (let number = 0; number < 2; number += 1) {
    await createLead(server, { ...utms, utm_content: 'foto' });
  }
  await page.goto('/relatorio?period=week');
  const origins = page.getByRole('region', { name: 'De onde vêm as vendas' });
  await expect(origins.getByRole('row').filter({ hasText: campaign })).toContainText('3');
  await origins.getByRole('radio', { name: 'Criativo' }).check();
  await origins.getByRole('button', { name: 'Leads' }).click();
  await expect(page).toHaveURL(/level=creative.*sort=leads/);
  const rows = origins.getByRole('row').filter({ hasText: campaign });
  await expect(rows.first()).toContainText('foto');
  await origins.getByRole('button', { name: 'Leads' }).click();
  await expect(rows.first()).toContainText('video-curto');
  await expectNoViolations(page);
  await rows.first().getByRole('link', { name: '1' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: lead.name })).toBeVisible();
});

test('compares a day with the previous day', async ({ page, server }) => {
  const [today, yesterday] = [Date.UTC(2026, 1, 10, 15), Date.UTC(2026, 1, 9, 15)];
  for (const at of [yesterday, today, today]) await createSale(server, { at });
  await page.goto('/relatorio?from=2026-02-10&until=2026-02-10');
  await expect(page.getByText('10 fev, ao lado de 9 fev')).toBeVisible();
  const money = page.getByRole('region', { name: 'Dinheiro' });
  await expect(money).toContainText('R$ 2.994,20');
  await expect(money).toContainText('2 vendas a');
  await expect(money).toContainText('+100% a mais');
  await expect(money).toContainText('que no período anterior, antes R$ 1.497,10');
  // Refunds and spend have not changed.
  await expect(money.locator('[data-tone="same"]')).toHaveCount(2);
  const paid = page.getByRole('list', { name: 'Funil' }).getByRole('listitem').nth(6);
  await expect(paid).toContainText('+100%');
});

test('applies dates typed digit by digit when they are complete @desktop', async ({ page }) => {
  await page.goto('/relatorio?from=2026-03-01&until=2026-03-31');
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/console/v1/report') requested.push(String(searchParams));
  });
  const until = page.getByLabel('até');
  await until.press('Control+a');
  // Chromium's English date field takes month, day and year.
  await until.pressSequentially('04152026');
  await expect(until).toHaveValue('2026-04-15');
  await expect(page).toHaveURL(/from=2026-03-01&until=2026-04-15/);
  const from = page.getByLabel('De', { exact: true });
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

test('breaks no amount at twice the text size', async ({ page, server }) => {
  await createSale(server);
  // Makes the report show the paragraph on unknown fees, which spans two columns if the layout has two.
  await page.route('**/console/v1/report?*', async (route) => {
    const response = await route.fetch();
    const report: RouteResponse<'GET report'> = await response.json();
    Object.assign(report.period.money, { net_unknown_cents: 100, unestimated_cents: 100 });
    await route.fulfill({ response, json: report });
  });
  await page.goto('/relatorio');
  const parts = page.getByRole('region', { name: /^(7 dias|Dinheiro)$/ });
  const amounts = parts.getByText(/^(?:R\$|desconhecidas)/);
  await expect(amounts.first()).toBeVisible();
  await setTextSize(page, '200%');
  for (const [width, breakpoints] of [
    [360, ''],
    [1366, 'xs sm'],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await expect(page.locator('html')).toHaveAttribute('data-window', breakpoints);
    const lines = await amounts.evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      }),
    );
    expect(new Set(lines), `${width} px`).toEqual(new Set([1]));
  }
  await page.unrouteAll({ behavior: 'wait' });
});

test('prints on few pages of one size, and cuts no table', async ({ page, server }) => {
  const campaign = `Campanha ${Date.now()}`;
  const utms = { utm_source: 'meta', utm_campaign: campaign, utm_medium: 'frio' };
  for (let number = 0; number < 3; number += 1) {
    const lead = await createLead(server, { ...utms, utm_content: `anuncio ${number}` });
    await createSale(server, lead);
  }
  // The origins of other tests' leads would take further pages.
  await page.route('**/console/v1/report?*', async (route) => {
    const response = await route.fetch();
    const report: RouteResponse<'GET report'> = await response.json();
    const origins = report.period.origins.filter((origin) => origin.campaign === campaign);
    const json = { ...report, period: { ...report.period, origins } };
    await route.fulfill({ response, json });
  });
  await page.goto('/relatorio?period=week&level=creative&sort=leads');
  await expect(page.getByRole('row').filter({ hasText: 'anuncio 2' })).toBeVisible();
  for (const [width, breakpoints] of [
    [360, 'xs'],
    [1280, 'xs sm md lg rail xl'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('html')).toHaveAttribute('data-window', breakpoints);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 (\d+)\S* (\d+)/g)];
    expect(new Set(sizes.map(([, width, height]) => `${width} × ${height}`))).toEqual(
      new Set(['841 × 594']),
    );
    expect(sizes.length).toBeLessThan(6);
  }
  // The size of A4 in landscape without its margins, in px.
  await page.setViewportSize({ width: 1047, height: 718 });
  await page.emulateMedia({ media: 'print' });
  for (const table of await page.getByRole('table').all()) {
    const box = await table.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1047);
  }
  await page.unrouteAll({ behavior: 'wait' });
});
