import { expect, test } from './shared-server.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('wires rest behind a dialog and out of the window, where the first section is not drawn', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const statesIn = (section: string) =>
    page.evaluate((name) => {
      const all = document.getAnimations().filter(({ effect }) => {
        const { target } = effect as KeyframeEffect;
        return target?.closest(`[data-section="${name}"] :is(.wire-x, .wire-y, .wire-pulse)`);
      });
      return [...new Set(all.map(({ playState }) => playState))];
    }, section);
  await expect.poll(() => statesIn('hero')).toEqual(['running']);
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await expect.poll(() => statesIn('hero')).toEqual(['paused']);
  await page.keyboard.press('Escape');
  await expect.poll(() => statesIn('hero')).toEqual(['running']);

  const isHeroDrawn = () =>
    page
      .locator('[data-section="hero"] .wire-pulse')
      .first()
      .evaluate((wire) => wire.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isHeroDrawn()).toBe(true);
  // A section that holds the focus is always drawn.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator('[data-section="aplicacao"] [data-opens]').scrollIntoViewIfNeeded();
  await expect.poll(() => statesIn('aplicacao')).toEqual(['running']);
  await expect.poll(() => statesIn('hero')).not.toContain('running');
  await page.locator('[data-section="oferta"]').scrollIntoViewIfNeeded();
  await expect.poll(isHeroDrawn).toBe(false);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(isHeroDrawn).toBe(true);
});

test('links and addresses lead to their section, over parts never seen', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await page.getByRole('link', { name: 'Quem conduz' }).click();
  await expect(page.locator('#fundador')).toBeInViewport();
  for (const anchor of ['formulario-aplicacao', 'footer', 'privacidade']) {
    await page.goto('about:blank');
    await page.goto(`${funil.url}/#${anchor}`);
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
  // The privacy text is opened by its address.
  await expect(page.getByText('O que coletamos')).toBeInViewport();
});
