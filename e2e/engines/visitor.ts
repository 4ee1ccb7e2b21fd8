import { expect } from 'vitest';
import type { PageDriver } from '../../testkit/forms/page-driver.ts';
import type { EnginePage, WindowPoint } from './engine.ts';

const quote = (text: string) => `'${text}'`;

/** Returns the XPath of a button, or of a link that a script made a button. */
export const buttonXPath = (name: string) =>
  `//*[self::button or @role='button'][normalize-space(.)=${quote(name)} or @aria-label=${quote(name)}]`;

/** Returns the XPath of the field whose label starts with the text. */
export const fieldXPath = (label: string) =>
  `//*[@id=//label[starts-with(normalize-space(.), ${quote(label)})]/@for]`;

/** An element counts as stable after this number of frames without a move. */
const STABLE_FRAMES = 3;
/** A click counts as missed after this number of frames. */
const FRAMES_OF_A_PRESS = 30;

/** Firefox 153 sometimes loses a requested frame, so that a call a second later requests it again. */
function countFrames(): number {
  const frames: { drawn: number; time: number } = Reflect.get(window, 'drawnFrames') ?? {
    drawn: 0,
    time: Number.NEGATIVE_INFINITY,
  };
  Reflect.set(window, 'drawnFrames', frames);
  const now = performance.now();
  if (now - frames.time > 1000) {
    const count = (time: number) => {
      if (time > frames.time) frames.drawn += 1;
      frames.time = time;
      requestAnimationFrame(count);
    };
    frames.time = now;
    requestAnimationFrame(count);
  }
  return frames.drawn;
}

/**
 * Returns the middle of the first visible element, in whole pixels, and records from now on whether a click reaches
 * the element. If the element is outside the window, scrolls it into view and returns null.
 */
function locate(xpath: string): WindowPoint | null {
  const elements = document.evaluate(xpath, document, null, 7);
  for (let index = 0; index < elements.snapshotLength; index += 1) {
    const element = elements.snapshotItem(index) as Element;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const middle = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    const hit = document.elementFromPoint(middle.x, middle.y);
    if (hit && element.contains(hit)) {
      if (element.matches(':disabled')) return null;
      Reflect.set(window, 'isPressed', false);
      const recordPress = ({ target }: Event) => {
        if (element.contains(target as Node)) Reflect.set(window, 'isPressed', true);
      };
      addEventListener('click', recordPress, { capture: true, once: true });
      return middle;
    }
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return null;
  }
  return null;
}

const isUnpressed = (): boolean => Reflect.get(window, 'isPressed') === false;

function choose(xpath: string, option: string): void {
  const select = document.evaluate(xpath, document, null, 9).singleNodeValue as HTMLSelectElement;
  const isChosen = ({ text }: HTMLOptionElement) => text.replace(/\s/g, ' ') === option;
  select.value = [...select.options].find(isChosen)?.value ?? '';
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Drives a page by XPath and CSS selectors; waits until an element is ready before using it. */
export class Visitor implements PageDriver {
  readonly page: EnginePage;

  constructor(page: EnginePage) {
    this.page = page;
  }

  /** Waits until the element is visible, enabled, uncovered and stable. @returns its middle */
  async #locate(xpath: string): Promise<WindowPoint> {
    let point: WindowPoint | null = null;
    let stableSince = await this.page.run(countFrames);
    const isStable = async () => {
      const before = JSON.stringify(point);
      point = await this.page.run(locate, xpath);
      const frames = await this.page.run(countFrames);
      if (point === null || JSON.stringify(point) !== before) stableSince = frames;
      return frames - stableSince >= STABLE_FRAMES;
    };
    await expect.poll(isStable, { message: `${xpath} can be pressed` }).toBe(true);
    return point as unknown as WindowPoint;
  }

  /** On a stalling machine the element may move away before the click, so this clicks until one reaches it. */
  async click(xpath: string): Promise<void> {
    do await this.page.click(await this.#locate(xpath));
    while (await this.#isMissed());
  }
  /** A page that is being left has got the click. */
  async #isMissed(): Promise<boolean> {
    try {
      const since = await this.page.run(countFrames);
      while (await this.page.run(isUnpressed)) {
        if ((await this.page.run(countFrames)) - since > FRAMES_OF_A_PRESS) return true;
      }
    } catch {}
    return false;
  }
  press(name: string): Promise<void> {
    return this.click(buttonXPath(name));
  }
  async drag(xpath: string, distancePx: number): Promise<void> {
    await this.page.drag(await this.#locate(xpath), distancePx);
  }
  async fill(label: string, text: string): Promise<void> {
    await this.click(fieldXPath(label));
    await this.page.type(text);
  }
  async choose(label: string, option: string): Promise<void> {
    await this.#locate(fieldXPath(label));
    await this.page.run(choose, fieldXPath(label), option);
  }

  read(selector = 'body'): Promise<string> {
    return this.page.run((selector) => {
      const part = document.querySelector<HTMLElement>(selector);
      return (part?.innerText ?? '').replace(/\s+/g, ' ').trim();
    }, selector);
  }
  count(selector: string): Promise<number> {
    return this.page.run((selector) => document.querySelectorAll(selector).length, selector);
  }
  readValue(selector: string): Promise<string> {
    return this.page.run(
      (selector) => document.querySelector<HTMLInputElement>(selector)?.value ?? '',
      selector,
    );
  }
  hasFocus(selector: string): Promise<boolean> {
    return this.page.run(
      (selector) => document.activeElement?.matches(selector) ?? false,
      selector,
    );
  }
  async expectText(text: string, selector = 'body'): Promise<void> {
    await expect.poll(() => this.read(selector)).toContain(text);
  }
  async expectFocus(selector: string): Promise<void> {
    await expect
      .poll(() => this.hasFocus(selector), { message: `focus on ${selector}` })
      .toBe(true);
  }
  async expectClosedDialog(): Promise<void> {
    await expect.poll(() => this.count('dialog[open]')).toBe(0);
  }
}
