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

/** Words that do not break by themselves. */
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
/** Lists whose first row leads to a view of its own. */
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

/** Returns the elements past the window's right edge that nothing around them scrolls or clips. */
function findTooWide(): string[] {
  const width = document.documentElement.clientWidth;
  const isHeld = (element: Element): boolean => {
    const around = element.parentElement;
    if (around === null || around.matches('main, body')) return false;
    return getComputedStyle(around).overflowX !== 'visible' || isHeld(around);
  };
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5 && !isHeld(element),
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

const isThere = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

test('fits every view into 320 and 360 px', async ({ page, server }) => {
  test.slow();
  await fill(server);
  for (const path of VIEWS) {
    await page.goto(path);
    await isThere(page);
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

test('draws a list from edge to edge', async ({ page, server }) => {
  await createLead(server);
  await page.goto('/leads');
  const list = page.getByRole('region', { name: 'Lista' });
  await expect(list).toBeVisible();
  expect(await list.boundingBox()).toMatchObject({ x: 0, width: 360 });
});

test('a notice covers no part of the navigation, below on a phone or beside on a desktop', async ({
  page,
  server,
}) => {
  const { name } = await createLead(server);
  await page.goto('/leads');
  await page.getByLabel(`Marcar ${name}`).check();
  await page.getByLabel('Mudar o estado dos marcados').selectOption('perdido');
  const undo = page.getByRole('dialog', { name: 'Aviso' });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(undo).toBeVisible();
    const notice = await undo.boundingBox();
    const bar = await page.getByRole('navigation').first().boundingBox();
    if (!notice || !bar) throw new Error('nothing to measure');
    const isBeside = notice.x >= bar.x + bar.width || notice.y + notice.height <= bar.y;
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
