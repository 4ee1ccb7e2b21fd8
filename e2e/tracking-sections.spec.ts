import { readEvents, waitForTracker } from './events.ts';
import { expect, test } from './fixtures.ts';

test('sections tell how long they were in view, and how far they were read', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await waitForTracker(page);
  // What is in view is noted with the next frame.
  const twoFrames = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  await twoFrames();
  await page.locator('[data-section="problema"]').scrollIntoViewIfNeeded();
  await twoFrames();
  const depths = () =>
    readEvents(funil, 'scroll_depth')
      .filter(({ secao }) => secao === 'footer')
      .map(({ payload }) => Number(payload.percent))
      .sort((a, b) => a - b);
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 100_000);
        return depths();
      },
      { timeout: 15_000 },
    )
    .toEqual([25, 50, 75, 100]);
  await page.goto('about:blank');
  await expect
    .poll(() => readEvents(funil, 'section_view').map(({ secao }) => secao))
    .toEqual(expect.arrayContaining(['hero', 'problema', 'footer']));
  for (const { payload } of readEvents(funil, 'section_view')) {
    expect(payload).toEqual({ time_in_view_ms: expect.any(Number) });
  }
});
