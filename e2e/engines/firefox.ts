import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '../../testkit/engines.ts';
import { within } from '../../testkit/within.ts';
import { createEngine, STEP_TIMEOUT_MS, type Visit, type VisitOptions } from './engine.ts';
import { refuseOtherHosts } from './other-hosts.ts';

/** As a laptop shows it. */
const VIEWPORT = { width: 1280, height: 800 };

/** Settings beside those that Puppeteer makes for tests. */
const settingsFor = ({ javaScript = true, reducedMotion }: VisitOptions, proxyPort: number) => ({
  'javascript.enabled': javaScript,
  'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': proxyPort,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': proxyPort,
});

/** Where the page is, or where it was led in vain: no other machine answers. */
function readAddress(page: Page): string {
  const { protocol, searchParams, href } = new URL(page.url());
  return (protocol === 'about:' && searchParams.get('u')) || href;
}

async function visit(browser: Browser, readAsked: () => readonly string[]): Promise<Visit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return {
    // Firefox itself asks for its settings, whatever it is told.
    askedHosts: () => readAsked().filter((host) => !host.endsWith('.mozilla.com')),
    open: async (url) => void (await page.goto(url, { timeout: STEP_TIMEOUT_MS })),
    address: async () => readAddress(page),
    run: async (script, ...args) => (await page.evaluate(script as never, ...args)) as never,
    click: ({ x, y }) => page.mouse.click(x, y),
    async drag({ x, y }, by) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by, y, { steps: 4 });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async [Symbol.asyncDispose]() {
      await within(STEP_TIMEOUT_MS, 'the page closes', context.close());
      if (errors.length > 0) throw new Error(`The page reported: ${errors.join('; ')}`);
    },
  };
}

/** Real Firefox, by WebDriver BiDi: one context for each visit. */
export const firefox = createEngine('Firefox', async (options) => {
  const hosts = await refuseOtherHosts();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless: true,
    timeout: STEP_TIMEOUT_MS,
    protocolTimeout: STEP_TIMEOUT_MS,
    defaultViewport: VIEWPORT,
    extraPrefsFirefox: settingsFor(options, hosts.port),
  });
  return {
    visit: () => visit(browser, hosts.follow()),
    async [Symbol.asyncDispose]() {
      // What does not end when asked is ended; its profile may then stay in the temporary folder.
      await within(STEP_TIMEOUT_MS, 'Firefox ends', browser.close()).catch(() =>
        browser.process()?.kill('SIGKILL'),
      );
      hosts[Symbol.dispose]();
    },
  };
});
