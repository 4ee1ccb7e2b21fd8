import { recordCalls, waitForLateScript } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { waitForObservers } from '../page-layout.ts';

test('reports time in view, scroll depth and web vitals', async ({ page, funil }) => {
  await page.goto('/');
  await waitForLateScript(page);
  await waitForObservers(page);
  await page.locator('[data-section="problema"]').scrollIntoViewIfNeeded();
  await waitForObservers(page);
  const isAtEnd = async () => {
    await page.mouse.wheel(0, 100_000);
    return page.evaluate(
      () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1,
    );
  };
  await expect.poll(isAtEnd).toBe(true);
  await waitForObservers(page);
  // The page reports its measurements when it is left.
  await page.goto('about:blank');
  const depths = () =>
    funil
      .events('scroll_depth')
      .filter(({ secao }) => secao === 'footer')
      .map(({ payload }) => Number(payload.percent))
      .sort((a, b) => a - b);
  await expect.poll(depths).toEqual([25, 50, 75, 100]);
  await expect
    .poll(() => funil.events('section_view').map(({ secao }) => secao))
    .toEqual(expect.arrayContaining(['hero', 'problema', 'footer']));
  for (const { payload } of funil.events('section_view')) {
    expect(payload).toEqual({ time_in_view_ms: expect.any(Number) });
  }
  await expect
    .poll(() => funil.events('web_vital').map(({ payload }) => payload.metric))
    .toEqual(expect.arrayContaining(['LCP', 'CLS']));
});

// With one device pixel per CSS pixel the page may end between two of them.
test('reports 100 % of the last section at the page’s end @desktop', async ({ page }) => {
  const gtag = await recordCalls(page, 'gtag');
  for (const [width, height] of [
    [1366, 768],
    [1536, 864],
    [393, 873],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await waitForLateScript(page);
    gtag.length = 0;
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight - 2000));
    const percents = async () => {
      await page.mouse.wheel(0, 120);
      const footer = gtag.filter(([, name, payload]) => {
        return name === 'scroll_depth' && Object(payload).section === 'footer';
      });
      return footer.map(([, , payload]) => Object(payload).percent);
    };
    await expect.poll(percents, { message: `${width}×${height}`, intervals: [20] }).toContain(100);
  }
});
