import { tabsOf, VIEWS } from '../../console/src/views.ts';
import { expectAccessible } from '../no-violations.ts';
import {
  type ConsoleServer,
  createLead,
  createSale,
  expect,
  insertApplication,
  makeName,
  type Page,
  readApiText,
  renewOwner,
  test,
} from './console-server.ts';
import { expectLoaded, expectToFit } from './fit-window.ts';

/** A name with a long word, which cannot wrap. */
const LONG_NAME = 'Maximiliana Wolfeschlegelsteinhausenberger da Encarnação';
const CAMPAIGN = 'lancamento_novembro_publico_semelhante_compradores_90d';
/** Limit for the scripts of a view's first load, compressed. */
const MAX_SCRIPT_BYTES = 150_000;

const PATHS = [...VIEWS.flatMap(tabsOf).map(({ path }) => path), '/mais'];
/**
 * Views that are only tested to fit the window. Other tests check their accessibility, or the views resemble one of
 * PATHS.
 */
const OTHER_PATHS = [
  '/nada',
  '/pagina?parte=hero',
  '/pessoas/busca#q=Maximiliana',
  '/vendas/avisos',
  '/relatorio?period=today',
  '/relatorio?from=2026-01-01&until=2026-01-31',
  '/importar',
];
/** Lists whose rows open a detail view. */
const LIST_PATHS = [
  '/pessoas/leads',
  '/pessoas/aplicacoes',
  '/pessoas/compradores',
  '/vendas',
  '/pessoas/busca#q=Maximiliana',
];

async function storeLongTexts(server: ConsoleServer): Promise<void> {
  const person = await createLead(server, {
    nome: LONG_NAME,
    utm_source: 'meta_ads_reconhecimento',
    utm_campaign: CAMPAIGN,
    utm_content: `${CAMPAIGN}_video_vertical_03`,
  });
  await createSale(server, {
    name: LONG_NAME,
    phone: person.phone,
    product: 'Desenvolvimento-e-automatização: Comunidade Engrena IA, plano anual',
  });
  await createSale(server, { name: makeName() });
  // The second application adds a row to the first one's person.
  const email = `${'maximiliana'.repeat(4)}@correio.test`;
  for (let count = 0; count < 2; count += 1) {
    await insertApplication(server, { nome: LONG_NAME, email });
  }
  await fetch(`${server.funil.url}/postbacks/eduzz`, { method: 'POST', body: '{}' });
  await expect.poll(() => readApiText(server, 'notices/platforms')).toContain('"secret"');
}

/** Returns the compressed size of the scripts that the page has loaded, once none came for half a second. */
async function measureScripts(page: Page): Promise<number> {
  let bytes = 0;
  await expect(async () => {
    const before = bytes;
    bytes = await addScriptSizes(page);
    expect(bytes).toBe(before);
  }).toPass({ intervals: [500] });
  return bytes;
}

const addScriptSizes = (page: Page) =>
  page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.js'));
    // The console fetches the code of toasts, devices or forms seconds after the first load, so the count
    // ends at the first such script.
    const end = scripts.findIndex(({ name }) => /\/(?:Toasts|this-device|FileForm)-/.test(name));
    // A script may have two entries, because the console fetches it before importing it from the
    // browser's cache. A Map counts each address once.
    const sizes = new Map(
      scripts
        .slice(0, end === -1 ? undefined : end)
        .map(({ name, encodedBodySize }) => [name, encodedBodySize]),
    );
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  });

test.beforeAll(async ({ server }) => {
  await renewOwner(server);
  await storeLongTexts(server);
});

for (const path of PATHS) {
  test(`${path} loads little script, fits every window and has no accessibility violation`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/^.+ · Funil$/);
    await expect(page.locator('[data-connection="live"]')).toBeAttached();
    await expectLoaded(page);
    // The scripts are measured here, because a wider window would load more of them.
    const bytes = await measureScripts(page);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES);
    await expectToFit(page);
    await expectAccessible(page);
  });
}

test('fits every window in other views and in every detail view', async ({ page }) => {
  for (const path of OTHER_PATHS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToFit(page);
  }
  for (const path of LIST_PATHS) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: LONG_NAME }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: LONG_NAME })).toBeVisible();
    await expectToFit(page);
    if (path === '/pessoas/leads') await expectAccessible(page);
  }
});
