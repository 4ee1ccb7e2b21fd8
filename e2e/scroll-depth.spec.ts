import { stub, waitForLate } from './events.ts';
import { expect, test } from './shared-server.ts';

test('tracks 100% of the last section when the wheel reaches the end, in every common window', async ({
  page,
  funil,
}) => {
  const gtag = await stub(page, 'gtag');
  for (const [width, height] of [
    [1280, 800],
    [1366, 768],
    [1440, 900],
    [1536, 864],
    [1920, 1080],
    [390, 844],
    [393, 873],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(funil.url);
    await waitForLate(page);
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
