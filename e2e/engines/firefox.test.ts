import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '../../testkit/programs/engines.ts';
import { withTimeout } from '../../testkit/with-timeout.ts';
import { type EnginePage, STEP_TIMEOUT_MS } from './engine.ts';
import { registerJourneys } from './journeys.ts';
import { startRefusingProxy } from './refusing-proxy.ts';

/** A laptop's window. */
const VIEWPORT = { width: 1280, height: 800 };

/** Preferences in addition to Puppeteer's. */
const preferencesFor = (proxyPort: number) => ({
  'ui.prefersReducedMotion': 0,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': proxyPort,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': proxyPort,
});

/** Returns the page's address; on the error page of an unreachable host, the requested address. */
function readAddress(page: Page): string {
  const { protocol, searchParams, href } = new URL(page.url());
  return (protocol === 'about:' && searchParams.get('u')) || href;
}

async function openPage(browser: Browser): Promise<EnginePage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return {
    open: async (url) => void (await page.goto(url, { timeout: STEP_TIMEOUT_MS })),
    goBack: () => page.evaluate(() => history.back()),
    address: async () => readAddress(page),
    run: async (script, ...args) => (await page.evaluate(script as never, ...args)) as never,
    click: ({ x, y }) => page.mouse.click(x, y),
    async drag({ x, y }, distancePx) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distancePx, y, { steps: 4 });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async [Symbol.asyncDispose]() {
      await withTimeout(STEP_TIMEOUT_MS, 'the page closes', context.close());
      if (errors.length > 0) throw new Error(`The page reported: ${errors.join('; ')}`);
    },
  };
}

/** Firefox by WebDriver BiDi, with one browser context per page. */
registerJourneys('Firefox', async () => {
  const proxy = await startRefusingProxy();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless: true,
    timeout: STEP_TIMEOUT_MS,
    protocolTimeout: STEP_TIMEOUT_MS,
    defaultViewport: VIEWPORT,
    extraPrefsFirefox: preferencesFor(proxy.port),
  });
  return {
    openPage: () => openPage(browser),
    async [Symbol.asyncDispose]() {
      // A killed Firefox may leave its profile in the temporary folder.
      await withTimeout(STEP_TIMEOUT_MS, 'Firefox ends', browser.close()).catch(() =>
        browser.process()?.kill('SIGKILL'),
      );
      proxy[Symbol.dispose]();
    },
  };
});
