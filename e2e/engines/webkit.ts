import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver';
import { findMiniBrowser } from '../../testkit/engines.ts';
import { within } from '../../testkit/within.ts';
import { type Engine, type Key, PATIENCE, type Visit, type VisitOptions } from './engine.ts';
import { refuseOtherHosts } from './other-hosts.ts';
import { startDisplay, startDriver } from './process.ts';

/** As near to a phone as its window goes: about 450 CSS pixels wide, the page's layout for phones. */
const WINDOW = { x: 0, y: 0, width: 390, height: 860 };

const KEYS: Record<Key, string> = {
  ArrowLeft: Keys.ARROW_LEFT,
  ArrowRight: Keys.ARROW_RIGHT,
  Backspace: Keys.BACK_SPACE,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
};

/** A folder of settings, of which GTK's animations are what pages see as reduced motion. */
function writeSettings({ reducedMotion }: VisitOptions) {
  const path = mkdtempSync(join(tmpdir(), 'funil-webkit-'));
  mkdirSync(join(path, 'gtk-3.0'));
  const text = `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`;
  writeFileSync(join(path, 'gtk-3.0/settings.ini'), text);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const environment = (display: string, settings: string) => ({
  DISPLAY: display,
  XDG_CONFIG_HOME: settings,
  NO_AT_BRIDGE: '1',
  // Its sandbox wants name spaces that root and containers lack; and there is no GPU.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
});

function startSession(server: string, proxyPort: number, { javaScript = true }: VisitOptions) {
  const args = [
    '--automation',
    `--proxy=http://127.0.0.1:${proxyPort}`,
    '--ignore-host=127.0.0.1',
    `--enable-javascript=${javaScript}`,
  ];
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: findMiniBrowser(), args },
  });
  return new Builder().usingServer(server).withCapabilities(capabilities).build();
}

/** Says in the page's own words what it reports as an error from now on. */
function watchErrors(): void {
  const errors: string[] = [];
  Reflect.set(window, 'reportedErrors', errors);
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  console.error = (...words: unknown[]) => errors.push(words.join(' '));
}

const readErrors = (): string[] => Reflect.get(window, 'reportedErrors') ?? [];

/** By coordinates of the window: off an element's own, its driver takes targets for out of bounds. */
async function drag(web: WebDriver, xpath: string, by: number): Promise<void> {
  const { x, y, width, height } = await web.executeScript<DOMRect>(
    (element: Element) => element.getBoundingClientRect().toJSON(),
    await web.findElement(By.xpath(xpath)),
  );
  const from = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const actions = web.actions({ async: true }).move(from).press();
  for (const part of [0.25, 0.5, 0.75, 1]) {
    actions.move({ x: from.x + Math.round(by * part), y: from.y });
  }
  await actions.release().perform();
}

function drive(web: WebDriver) {
  const find = (xpath: string) => web.findElement(By.xpath(xpath));
  return {
    async open(url) {
      await web.get(url);
      await web.executeScript(watchErrors);
    },
    address: () => web.getCurrentUrl(),
    run: (script, ...args) => web.executeScript(script, ...args),
    click: async (xpath) => (await find(xpath)).click(),
    drag: (xpath, by) => drag(web, xpath, by),
    choose: async (xpath, option) => {
      // Numbers hold on to what they count by spaces that do not break.
      const text = "translate(., '\u00a0', ' ')";
      await (await find(`${xpath}/option[${text}='${option}']`)).click();
    },
    type: (text) => web.actions().sendKeys(text).perform(),
    press: (key) => web.actions().sendKeys(KEYS[key]).perform(),
  } satisfies Partial<Visit>;
}

async function visit(options: VisitOptions = {}): Promise<Visit> {
  await using stack = new AsyncDisposableStack();
  const settings = stack.use(writeSettings(options));
  const hosts = stack.use(await refuseOtherHosts());
  const display = stack.use(await startDisplay('1280x1024'));
  const path = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
  const server = stack.use(await startDriver(path, environment(display.name, settings.path)));
  const session = startSession(server.url, hosts.port, options);
  const web = await within(PATIENCE, 'WebKit opens', Promise.resolve(session));
  stack.defer(async () => {
    const errors = await web.executeScript<string[]>(readErrors);
    await within(PATIENCE, 'WebKit ends', web.quit());
    if (errors.length > 0) throw new Error(`The page reported: ${errors.join('; ')}`);
  });
  await web.manage().window().setRect(WINDOW);
  const all = stack.move();
  return {
    ...drive(web),
    askedHosts: () => hosts.asked,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Real WebKit, as GNOME's small browser has it, by WebDriver: a process and a screen a visit. */
export function startWebKit(): Engine {
  return { name: 'WebKit', visit, [Symbol.asyncDispose]: async () => {} };
}
