import { expect, test } from '../fixtures.ts';
import { openLeadDialog } from '../lead-dialog.ts';

test.use({ reducedMotion: 'no-preference' });

test('pauses the animated wires behind a dialog or out of view, and skips a hidden hero', async ({
  page,
}) => {
  await page.goto('/');
  const statesIn = (section: string) =>
    page.evaluate((name) => {
      const wireAnimations = document.getAnimations().filter(({ effect }) => {
        const { target } = effect as KeyframeEffect;
        return target?.closest(`[data-section="${name}"] :is(.wire-x, .wire-y, .wire-pulse)`);
      });
      return [...new Set(wireAnimations.map(({ playState }) => playState))];
    }, section);
  await expect.poll(() => statesIn('hero')).toEqual(['running']);
  await openLeadDialog(page);
  await expect.poll(() => statesIn('hero')).toEqual(['paused']);
  await page.keyboard.press('Escape');
  await expect.poll(() => statesIn('hero')).toEqual(['running']);

  const isHeroDrawn = () =>
    page
      .locator('[data-section="hero"] .wire-pulse')
      .first()
      .evaluate((wire) => wire.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isHeroDrawn).toBe(true);
  // A section with the focus is always drawn.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator('[data-section="aplicacao"] [data-opens]').scrollIntoViewIfNeeded();
  await expect.poll(() => statesIn('aplicacao')).toEqual(['running']);
  await expect.poll(() => statesIn('hero')).not.toContain('running');
  await page.locator('[data-section="oferta"]').scrollIntoViewIfNeeded();
  await expect.poll(isHeroDrawn).toBe(false);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(isHeroDrawn).toBe(true);
});

test('scrolls to the section that a link or an address names', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Quem conduz' }).click();
  await expect(page.locator('#fundador')).toBeInViewport();
  for (const anchor of ['formulario-aplicacao', 'footer', 'privacidade']) {
    await page.goto('about:blank');
    await page.goto(`/#${anchor}`);
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
  // The address opens the privacy text.
  await expect(page.getByText('O que coletamos')).toBeInViewport();
  const top = () =>
    page.locator('#privacidade').evaluate((details) => details.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(100);
});
