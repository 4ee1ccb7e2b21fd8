import { readEvents, stub } from './events.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-requests.ts';
import { openLeadDialog } from './lead-dialog.ts';

test('a transaction counts once, however often its address is opened', async ({ page, funil }) => {
  for (const value of ['1497', '1497']) {
    await page.goto(`${funil.url}/?transaction_id=T-9&value=${value}&currency=usd`);
    await expect(page).toHaveURL(`${funil.url}/`);
  }
  await page.goto(`${funil.url}/?transaction_id=T-10&value=nada`);
  await page.goto('about:blank');
  await expect.poll(() => readEvents(funil, 'purchase').length).toBe(1);
  expect(readEvents(funil, 'purchase')[0]?.payload).toEqual({
    transaction_id: 'T-9',
    value: 1497,
    currency: 'USD',
    items: [{ item_name: 'Engrena IA', price: 1497, quantity: 1 }],
  });
});

test('speed is told too', async ({ page, funil }) => {
  await page.goto(funil.url);
  await expect.poll(() => readEvents(funil, 'page_view').length, { timeout: 10_000 }).toBe(1);
  await openLeadDialog(page);
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await expect
    .poll(() => readEvents(funil, 'web_vital').map(({ payload }) => payload.metric))
    .toEqual(expect.arrayContaining(['LCP', 'CLS']));
});

test('a video that starts is told by both of its names', async ({ page, funil }) => {
  const gtag = await stub(page, 'gtag');
  await page.goto(funil.url);
  const play = page.locator('[data-section="videos"] [data-play]').first();
  await play.scrollIntoViewIfNeeded();
  await play.click();
  const told = () => gtag.filter(([, name]) => String(name).startsWith('video_'));
  await expect.poll(() => told().length).toBe(2);
  const [start, shown] = told();
  expect(start).toEqual([
    'event',
    'video_start',
    { title: expect.stringMatching(/./), section: 'videos' },
  ]);
  expect(shown).toEqual(['event', 'video_play', start?.[2]]);
});

test('the page view comes a second after load, or at once with scripts that come later', async ({
  page,
  funil,
}) => {
  await page.addInitScript(() => {
    const told: number[] = [];
    Object.assign(window, { told });
    Object.assign(window, {
      gtag: (_kind: string, name: string) => name === 'page_view' && told.push(performance.now()),
    });
  });
  const readTimes = () =>
    page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const arrived = scripts.filter(({ name }) => name.endsWith('.js'));
      return {
        loaded: visit?.loadEventStart ?? 0,
        arrived: Math.min(...arrived.map(({ responseEnd }) => responseEnd)),
        told: (Reflect.get(window, 'told') as number[])[0] ?? 0,
      };
    });
  await page.goto(funil.url);
  await expect.poll(async () => (await readTimes()).told).toBeGreaterThan(0);
  const soon = await readTimes();
  expect(soon.told - soon.loaded).toBeGreaterThanOrEqual(990);

  // Never painted, as in a tab in the background: scripts are asked for a second after load.
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'load' });
  await page.waitForFunction(() => performance.now() > 2500);
  release();
  await expect.poll(async () => (await readTimes()).told).toBeGreaterThan(0);
  const late = await readTimes();
  expect(late.arrived).toBeGreaterThan(2500);
  expect(late.told - late.arrived).toBeLessThan(900);
});

test('Google reads the whole address, the page’s own tracker what it knows of it', async ({
  page,
  funil,
}) => {
  const gtag = await stub(page, 'gtag');
  const address = `${funil.url}/?utm_source=x&gad_source=1&teste=a%20b&email=ana@exemplo.com#fundador`;
  await page.goto(address);
  const views = () => gtag.filter(([, name]) => name === 'page_view');
  await expect.poll(() => views().length).toBe(1);
  expect(views()[0]?.[2]).toMatchObject({
    page_location: `${funil.url}/?utm_source=x&gad_source=1&teste=a+b`,
  });
  await expect.poll(() => readEvents(funil, 'page_view').length, { timeout: 10_000 }).toBe(1);
  expect(readEvents(funil, 'page_view')[0]?.payload).toMatchObject({
    page_location: `${funil.url}/?utm_source=x`,
  });
});
