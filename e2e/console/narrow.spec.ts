import { makeApplication } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import {
  type ConsoleServer,
  createLead,
  createSale,
  expect,
  makeName,
  type Page,
  test,
} from './console-server.ts';

/** Long words cannot wrap. */
const LONG = 'Maximiliana Wolfeschlegelsteinhausenberger da Encarnação';
const CAMPAIGN = 'lancamento_novembro_publico_semelhante_compradores_90d';

const VIEWS = [
  '/',
  '/leads',
  '/aplicacoes',
  '/vendas',
  '/vendas/avisos',
  '/relatorio?period=today',
  '/relatorio?from=2026-01-01&until=2026-01-31',
  '/pagina',
  '/pagina?parte=hero',
  '/mensagens',
  '/entregas',
  '/pessoas',
  '/pessoas#q=Maximiliana',
  '/pessoas/pedidos',
  '/pessoas/trilha',
  '/situacao',
  '/conta',
  '/mais',
  '/nada',
];
/** Lists whose rows open a detail view. */
const LISTS = ['/leads', '/aplicacoes', '/vendas', '/pessoas#q=Maximiliana'];

async function fill(server: ConsoleServer): Promise<void> {
  const person = await createLead(server, {
    nome: LONG,
    utm_source: 'meta_ads_reconhecimento',
    utm_campaign: CAMPAIGN,
    utm_content: `${CAMPAIGN}_video_vertical_03`,
  });
  await createSale(server, {
    name: LONG,
    phone: person.phone,
    product: 'Desenvolvimento-e-automatização: Comunidade Engrena IA, plano anual',
  });
  await createSale(server, { name: makeName() });
  await insert(
    server.funil.url,
    'applications',
    makeApplication({ nome: LONG, email: `${'maximiliana'.repeat(4)}@correio.test` }),
  );
}

/** Returns the elements that overflow the window to the right and that no ancestor scrolls or clips. */
function findTooWide(): string[] {
  const width = document.documentElement.clientWidth;
  const isClipped = (element: Element): boolean => {
    const parent = element.parentElement;
    if (parent === null || parent.matches('main, body')) return false;
    return getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent);
  };
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5 && !isClipped(element),
  );
  const names = wide.map((element) => `${element.tagName} ${element.className}`);
  return document.documentElement.scrollWidth > width ? ['the page scrolls', ...names] : names;
}

async function expectToFit(page: Page): Promise<void> {
  await expect(page.getByText(/^(Carregando|Examinando)…$/)).toHaveCount(0);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(findTooWide), `${page.url()} at ${width} px`).toEqual([]);
  }
}

const expectHeading = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

test('fits every view into 320 and 360 px', async ({ page, server }) => {
  await fill(server);
  for (const path of VIEWS) {
    await page.goto(path);
    await expectHeading(page);
    await expectToFit(page);
  }
  await page.goto('/entregas');
  await page.getByRole('button', { name: 'Novo webhook' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectToFit(page);
});

test('fits every person and sale into 320 and 360 px', async ({ page, server }) => {
  await fill(server);
  for (const path of LISTS) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: LONG }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible();
    await expectToFit(page);
  }
});

test('draws a list across the full width of a phone', async ({ page, server }) => {
  await createLead(server);
  await page.goto('/leads');
  const list = page.getByRole('region', { name: 'Lista' });
  await expect.poll(() => list.boundingBox()).toMatchObject({ x: 0, width: 360 });
});

test('keeps a toast clear of the navigation on a phone and on a desktop', async ({
  page,
  server,
}) => {
  const { name } = await createLead(server);
  await page.goto('/leads');
  await page.getByLabel(`Marcar ${name}`).check();
  await page.getByLabel('Mudar o estado dos marcados').selectOption('perdido');
  const dialog = page.getByRole('dialog', { name: 'Aviso' });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(dialog).toBeVisible();
    const toast = await dialog.boundingBox();
    const bar = await page.getByRole('navigation').first().boundingBox();
    if (!toast || !bar) throw new Error('nothing to measure');
    const isBeside = toast.x >= bar.x + bar.width || toast.y + toast.height <= bar.y;
    expect(isBeside, `${width} px`).toBe(true);
  }
});

test('fits the sign-in into 320 and 360 px', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('funil-console-session'));
  await page.goto('/leads');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expectToFit(page);
});
