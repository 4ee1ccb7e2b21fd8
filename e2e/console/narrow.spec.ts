import { createLead, expect, makeName, openContact, test } from './console-server.ts';
import { expectToFit, setTextSize } from './fit-window.ts';

test('lays out list, rows and toast without a resize event', async ({ page, server }) => {
  await page.addInitScript(() => {
    window.addEventListener('resize', (event) => event.stopImmediatePropagation(), true);
  });
  const { name } = await createLead(server);
  await page.goto('/pessoas/leads');
  const list = page.getByRole('region', { name: 'Lista' });
  await expect.poll(() => list.boundingBox()).toMatchObject({ x: 0, width: 360 });
  await page.getByLabel(`Marcar ${name}`).check();
  await page.getByLabel('Mudar o estado das marcadas').selectOption('perdido');
  const dialog = page.getByRole('dialog', { name: 'Aviso' });
  await expect(dialog).toBeVisible();
  // Expects the toast beside or above the navigation, so that it covers no link.
  const isBeside = async () => {
    const toast = await dialog.boundingBox();
    const bar = await page.getByRole('navigation').first().boundingBox();
    return toast && bar && (toast.x >= bar.x + bar.width || toast.y + toast.height <= bar.y);
  };
  for (const [width, height] of [
    [360, '84px'],
    [1280, '60px'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await expect(page.locator('[data-row="0"]')).toHaveCSS('height', height);
    await expect.poll(isBeside, { message: `${width} px` }).toBe(true);
  }
});

test('shows an empty list below its tabs when large text leaves it little height', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const empty = { items: [], next: null };
  await page.route('**/console/v1/sales?*', (route) => route.fulfill({ json: empty }));
  await page.goto('/pessoas/carrinhos');
  const title = page.getByText('Ninguém parou no pagamento.');
  await expect(title).toBeVisible();
  await setTextSize(page, '200%');
  await expect(page.locator('html')).toHaveAttribute('data-window', '');
  const isBelow = async () => {
    const tab = await page.getByRole('button', { name: /^Todas/ }).boundingBox();
    const text = await title.boundingBox();
    return tab !== null && text !== null && text.y >= tab.y + tab.height;
  };
  await expect.poll(isBelow).toBe(true);
});

test('scrolls a long name away when large text makes it fill the window', async ({
  page,
  server,
}) => {
  const nome = `${makeName()} Wolfeschlegelsteinhausenberger da Encarnação`;
  await createLead(server, { nome });
  await page.setViewportSize({ width: 360, height: 740 });
  const detail = await openContact(page, nome);
  await expect(detail.getByRole('heading', { name: 'História' })).toBeVisible();
  await setTextSize(page, '200%');
  await expect(page.locator('html')).toHaveAttribute('data-window', '');
  await detail.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByRole('heading', { name: nome })).not.toBeInViewport();
});

test('fits the sign-in into every window', async ({ page }) => {
  await page.addInitScript(() => localStorage.clear());
  await page.goto('/pessoas/leads');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expectToFit(page);
});

test("centers the state and arrow of the page's checkout on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/console/v1/connections', async (route) => {
    const connections = await (await route.fetch()).json();
    await route.fulfill({ json: { ...connections, checkout_platform: 'hotmart' } });
  });
  await page.goto('/ligacoes');
  const summary = page.locator('summary', { hasText: 'vende na sua página' });
  // The summary and its parts are read in one call, because content that loads above moves them.
  const [middle = 0, ...parts] = await summary.evaluate((element) =>
    [element, ...element.querySelectorAll('.state, :scope > .icon')].map((part) => {
      const { y, height } = part.getBoundingClientRect();
      return y + height / 2;
    }),
  );
  expect(parts).toHaveLength(2);
  for (const part of parts) expect(Math.abs(part - middle)).toBeLessThan(4);
});
