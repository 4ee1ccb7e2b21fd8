import { expect, test } from '../fixtures.ts';
import { layOutPage, waitForObservers } from '../page-layout.ts';

test.use({ reducedMotion: 'no-preference' });

test('shows everything at once without animations with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.locator('[data-counter]')).toHaveText('4');
  await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0);
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

// reveal.test.ts proves which share of a section reveals it.
test('reveals sections below the fold when they are in view or focused', async ({ page }) => {
  const section = (name: string) => page.locator(`[data-section="${name}"]`);
  await page.goto('/');
  for (const name of ['casos', 'oferta', 'equipe']) {
    await expect(section(name)).toHaveAttribute('data-reveal', 'waiting');
  }
  // Lays out all sections first, because a section that is laid out during the scroll would move the target.
  await layOutPage(page);
  await expect(section('casos').locator('> div').first()).toHaveCSS('opacity', '0');
  await section('casos').evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expect(section('casos')).toHaveAttribute('data-reveal', 'shown');
  await expect(section('casos').locator('> div').first()).toHaveCSS('opacity', '1');
  await waitForObservers(page);
  await expect(section('oferta')).toHaveAttribute('data-reveal', 'waiting');
  await section('equipe')
    .locator('[data-play]')
    .first()
    .evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
  await expect(section('equipe')).toHaveAttribute('data-reveal', 'shown');
});
