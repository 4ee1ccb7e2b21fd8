import { recordCalls, waitForLateScript } from './events.ts';
import { expect, test } from './shared-server.ts';

// One device pixel per CSS pixel: there the page's end may lie between two of them.
test('tracks 100% of the last section when the wheel reaches the end', { tag: '@desktop' }, async ({
  page,
  funil,
}) => {
  const gtag = await recordCalls(page, 'gtag');
  for (const [width, height] of [
    [1366, 768],
    [1536, 864],
    [393, 873],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(funil.url);
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
