import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { expect, test } from '../fixtures.ts';

test('has titles, picture and structured data for searches and previews', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Engrena IA - Comunidade de IA');
  const content = (selector: string) => page.locator(selector).getAttribute('content');
  expect(await content('meta[name="description"]')).toMatch(/^Comunidade e curso/);
  expect(await content('meta[name="theme-color"]')).toBe('#0b0d10');
  expect(await content('meta[name="format-detection"]')).toBe('telephone=no');
  expect(await content('meta[property="og:title"]')).toBe('Engrena IA - Comunidade de IA');
  expect(await content('meta[property="og:locale"]')).toBe('pt_BR');
  expect(await content('meta[name="twitter:card"]')).toBe('summary_large_image');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    'https://engrena.example/',
  );
  const share = new URL((await content('meta[property="og:image"]')) ?? '');
  const picture = await page.request.get(share.pathname);
  expect(picture.headers()['content-type']).toBe('image/jpeg');
  expect((await picture.body()).length).toBeLessThan(300_000);
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const graph: { '@type': string }[] = JSON.parse(text ?? '')['@graph'];
  const types = graph.map((thing) => thing['@type']);
  expect(types).toEqual(['Organization', 'WebSite', 'Person', 'Course']);
});

test('serves sitemap, robots, manifest and valid HTML', async ({ request }) => {
  const sitemap = await request.get('/sitemap.xml');
  expect(await sitemap.text()).toContain('<loc>https://engrena.example/</loc>');
  const robots = await request.get('/robots.txt');
  expect(await robots.text()).toContain('Sitemap: https://engrena.example/sitemap.xml');
  const manifest = await (await request.get('/site.webmanifest')).json();
  expect(manifest).toMatchObject({ lang: 'pt-BR', theme_color: '#0b0d10' });
  for (const { src } of manifest.icons) {
    expect((await request.get(src)).status()).toBe(200);
  }
  const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
  for (const path of ['index.html', '404.html', '500.html']) {
    const html = readFileSync(join(import.meta.dirname, '../../site/dist', path), 'utf8');
    const { results } = await validator.validateString(html);
    const messages = results.flatMap((result) => result.messages);
    expect(
      messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
      path,
    ).toEqual([]);
  }
});
