import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { findFirefox } from '../../testkit/engines.ts';
import { within } from '../../testkit/within.ts';
import { type Engine, PATIENCE, type Visit, type VisitOptions } from './engine.ts';
import { refuseOtherHosts } from './other-hosts.ts';

/** As a laptop shows it. */
const VIEWPORT = { width: 1280, height: 800 };

/** Settings beside those that Puppeteer makes for tests. */
const settingsFor = (options: VisitOptions, proxyPort: number) => ({
  'javascript.enabled': options.javaScript ?? true,
  'ui.prefersReducedMotion': options.reducedMotion ? 1 : 0,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': proxyPort,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': proxyPort,
});

async function launch(options: VisitOptions) {
  const hosts = await refuseOtherHosts();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless: true,
    timeout: PATIENCE,
    protocolTimeout: PATIENCE,
    defaultViewport: VIEWPORT,
    extraPrefsFirefox: settingsFor(options, hosts.port),
  });
  return {
    browser,
    hosts,
    async [Symbol.asyncDispose]() {
      // What does not end when asked is ended; its profile may then stay in the temporary folder.
      await within(PATIENCE, 'Firefox ends', browser.close()).catch(() =>
        browser.process()?.kill('SIGKILL'),
      );
      hosts[Symbol.dispose]();
    },
  };
}

/** The middle of an element; asked for at once, since nothing in the page can wait without script. */
async function middleOf(page: Page, xpath: string): Promise<{ x: number; y: number }> {
  return page.evaluate((xpath) => {
    const found = document.evaluate(xpath, document, null, 9).singleNodeValue as Element;
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, xpath);
}

async function click(page: Page, xpath: string): Promise<void> {
  const { x, y } = await middleOf(page, xpath);
  await page.mouse.click(x, y);
}

async function drag(page: Page, xpath: string, by: number): Promise<void> {
  const { x, y } = await middleOf(page, xpath);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}

async function choose(page: Page, xpath: string, option: string): Promise<void> {
  const select = (await page.$(`::-p-xpath(${xpath})`)) as ElementHandle<HTMLSelectElement> | null;
  const value = await select?.evaluate(
    ({ options }, option) =>
      [...options].find(({ text }) => text.replace(/\s/g, ' ') === option)?.value ?? '',
    option,
  );
  if (!value) throw new Error(`No option “${option}” at ${xpath}`);
  await select?.select(value);
}

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
    askedHosts: readAsked,
    open: async (url) => void (await page.goto(url, { waitUntil: 'load', timeout: PATIENCE })),
    address: async () => readAddress(page),
    run: async (script, ...args) => (await page.evaluate(script as never, ...args)) as never,
    click: (xpath) => click(page, xpath),
    drag: (xpath, by) => drag(page, xpath, by),
    choose: (xpath, option) => choose(page, xpath, option),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async [Symbol.asyncDispose]() {
      await within(PATIENCE, 'the page closes', context.close());
      if (errors.length > 0) throw new Error(`The page reported: ${errors.join('; ')}`);
    },
  };
}

/** Real Firefox, by WebDriver BiDi: one process for each kind of visit, one context for each visit. */
export function startFirefox(): Engine {
  const running = new Map<string, ReturnType<typeof launch>>();
  return {
    name: 'Firefox',
    async visit(options = {}) {
      const kind = JSON.stringify(options);
      const launched = running.get(kind) ?? launch(options);
      running.set(kind, launched);
      const { browser, hosts } = await launched;
      const from = hosts.asked.length;
      // Firefox itself asks for its settings, whatever it is told.
      const isPages = (host: string) => !host.endsWith('.mozilla.com');
      return visit(browser, () => hosts.asked.slice(from).filter(isPages));
    },
    async [Symbol.asyncDispose]() {
      for (const launched of running.values()) await (await launched)[Symbol.asyncDispose]();
    },
  };
}
