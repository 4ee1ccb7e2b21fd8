import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/safari.js';
import { findMiniBrowser } from '../../testkit/programs/engines.ts';
import { withTimeout } from '../../testkit/with-timeout.ts';
import { type EngineKey, type EnginePage, STEP_TIMEOUT_MS } from './engine.ts';
import { registerJourneys } from './journeys.ts';
import { startRefusingProxy } from './refusing-proxy.ts';

/**
 * Asks for a phone's width. MiniBrowser makes its window about 450 CSS pixels wide, which still gets the layout for
 * phones.
 */
const WINDOW = { x: 0, y: 0, width: 390, height: 860 };

const KEYS: Record<EngineKey, string> = {
  ArrowRight: Keys.ARROW_RIGHT,
  Backspace: Keys.BACK_SPACE,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
};

/** Starts a virtual screen; `name` is the value of `DISPLAY`. */
async function startDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = once(child.stdio[3] as Readable, 'data');
  const [text] = await withTimeout(STEP_TIMEOUT_MS, 'Xvfb is ready', number);
  return { name: `:${String(text).trim()}`, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

function startSession(server: string, proxyPort: number) {
  const args = ['--automation', `--proxy=http://127.0.0.1:${proxyPort}`, '--ignore-host=127.0.0.1'];
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: findMiniBrowser(), args },
  });
  return new Builder().usingServer(server).withCapabilities(capabilities).build();
}

/** Records the page's errors from now on. */
function watchErrors(): void {
  const errors: string[] = [];
  Reflect.set(window, 'reportedErrors', errors);
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  console.error = (...messages: unknown[]) => errors.push(messages.join(' '));
}

const readErrors = (): string[] => Reflect.get(window, 'reportedErrors') ?? [];

const createPage = (driver: WebDriver): EnginePage => ({
  async open(url) {
    await driver.get(url);
    await driver.executeScript(watchErrors);
  },
  // On a loaded machine a script's `history.back()` can be lost.
  goBack: () => driver.navigate().back(),
  address: () => driver.getCurrentUrl(),
  run: (script, ...args) => driver.executeScript(script, ...args),
  click: (point) => driver.actions({ async: true }).move(point).click().perform(),
  async drag({ x, y }, distancePx) {
    const actions = driver.actions({ async: true }).move({ x, y }).press();
    for (const part of [0.25, 0.5, 0.75, 1])
      actions.move({ x: x + Math.round(distancePx * part), y });
    await actions.release().perform();
  },
  type: (text) => driver.actions().sendKeys(text).perform(),
  press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
  async [Symbol.asyncDispose]() {
    const errors = await driver.executeScript<string[]>(readErrors);
    await withTimeout(STEP_TIMEOUT_MS, 'WebKit ends', driver.quit());
    if (errors.length > 0) throw new Error(`The page reported: ${errors.join('; ')}`);
  },
});

/** WebKitGTK's MiniBrowser by WebDriver, with one session per page. */
registerJourneys('WebKit', async () => {
  await using stack = new AsyncDisposableStack();
  const proxy = stack.use(await startRefusingProxy());
  const display = stack.use(await startDisplay());
  const path = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
  const service = new ServiceBuilder(path)
    .setEnvironment({
      ...(process.env as Record<string, string>),
      DISPLAY: display.name,
      NO_AT_BRIDGE: '1',
      // The sandbox needs namespaces, which containers lack; compositing needs a GPU.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    })
    .build();
  stack.defer(() => service.kill());
  const server = await service.start(STEP_TIMEOUT_MS);
  const resources = stack.move();
  return {
    async openPage() {
      const session = startSession(server, proxy.port);
      const driver = await withTimeout(STEP_TIMEOUT_MS, 'WebKit opens', Promise.resolve(session));
      await driver.manage().window().setRect(WINDOW);
      return createPage(driver);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
});
