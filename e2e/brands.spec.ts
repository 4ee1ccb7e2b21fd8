import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import sharp from 'sharp';
import { Funil } from '../testkit/funil.ts';
import { makeBrand } from './brands/make-brand.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, sendLead } from './lead-dialog.ts';

const root = join(import.meta.dirname, '..');

/** The page of another brand, built from content alone. */
async function buildBrand() {
  const folder = await makeBrand('bakery');
  const dist = mkdtempSync(join(tmpdir(), 'funil-brand-dist-'));
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--outDir', dist], {
    cwd: join(root, 'site'),
    env: { ...process.env, CONTENT_DIR: folder, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  expect(code, 'the build’s exit code').toBe(0);
  return {
    dist,
    [Symbol.dispose]: () => {
      rmSync(dist, { recursive: true });
      rmSync(join(folder, '..'), { recursive: true });
    },
  };
}

const filesOf = (dist: string) =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) => join(dist, file));

test('another brand is made with content alone', async ({ page }) => {
  test.setTimeout(240_000);
  using brand = await buildBrand();
  const files = filesOf(brand.dist);

  const texts = files.filter((file) => /\.(html|js|css|xml|txt|json|svg|webmanifest)$/.test(file));
  for (const file of texts) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/engrena|M13\.5 32H56\.2|Lívia/i);
  }

  const pictures = files.filter((file) => /\.(png|jpe?g|webp|avif)$/.test(file));
  expect(pictures.length).toBeGreaterThan(10);
  for (const file of pictures) {
    expect((await sharp(file).metadata()).exif, file).toBeUndefined();
  }
  const html = readFileSync(join(brand.dist, 'index.html'), 'utf8');
  const published = readdirSync(join(brand.dist, '_astro'));
  expect(published.filter((name) => name.startsWith('sobra'))).toEqual([]);
  const isPicture = (name: string) => /\.(png|jpe?g|webp|avif)$/.test(name);
  expect(published.filter((name) => isPicture(name) && !html.includes(name))).toEqual([]);
  expect(existsSync(join(brand.dist, 'icone-maskable-512.png'))).toBe(true);

  await using funil = new Funil({ env: { SITE_DIR: brand.dist } });
  await funil.start();
  await page.goto(`${funil.url}/?utm_source=bio&utm_term=festa`);
  const sections = page.locator('[data-section]');
  expect(await sections.evaluateAll((all) => all.map((one) => one.dataset.section))).toEqual([
    'header',
    'hero',
    'casos',
    'oferta',
    'depoimentos',
    'autoridade',
    'videos',
    'problema',
    'fundador',
    'footer',
  ]);
  await expect(page.getByText('R$ 540,00')).toBeVisible();
  for (const width of [320, 360, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => {
      document.documentElement.dataset.whole = '';
      return document.documentElement.scrollWidth;
    });
    expect(wide, `${width} px`).toBe(width);
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);

  await page.getByRole('button', { name: 'Quero meu kit' }).click();
  await expect(page.getByRole('dialog', { name: /quem é você/ })).toBeVisible();
  await page.route('https://pagamento.test/**', (route) => route.fulfill({ body: 'Pagamento' }));
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://pagamento.test/**');
  const reference = String(funil.rows('leads')[0]?.idempotency_key).replaceAll('-', '');
  expect(new URL(page.url()).searchParams.get('utm_term')).toBe(`festa|${reference}`);
});
