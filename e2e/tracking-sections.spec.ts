import { waitForLateScript } from './events.ts';
import { expect, test } from './fixtures.ts';

test('events say how long sections were in view, how far they were read, and how fast the page was', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await waitForLateScript(page);
  // What is in view is noted with the next frame.
  const twoFrames = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  await twoFrames();
  await page.locator('[data-section="problema"]').scrollIntoViewIfNeeded();
  await twoFrames();
  const isAtEnd = async () => {
    await page.mouse.wheel(0, 100_000);
    return page.evaluate(
      () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1,
    );
  };
  await expect.poll(isAtEnd).toBe(true);
  await twoFrames();
  // The page tells what it measured when it is left.
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
