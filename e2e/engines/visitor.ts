import { expect } from 'vitest';
import type { PageDriver } from '../../testkit/page-driver.ts';
import type { Point, Visit } from './engine.ts';

const quote = (text: string) => `'${text}'`;

export const button = (name: string) =>
  `//button[normalize-space(.)=${quote(name)} or @aria-label=${quote(name)}]`;

/** A field by the beginning of its label. */
export const field = (label: string) =>
  `//*[@id=//label[starts-with(normalize-space(.), ${quote(label)})]/@for]`;

/** Looks as often as that before what is pressed counts as at rest: sections are still laid out. */
const LOOKS = 3;

/** The middle of the first such element that is shown, in whole pixels; scrolls when it is not in view. */
function reach(xpath: string): Point | null {
  const found = document.evaluate(xpath, document, null, 7);
  for (let index = 0; index < found.snapshotLength; index += 1) {
    const element = found.snapshotItem(index) as Element;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const middle = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    const hit = document.elementFromPoint(middle.x, middle.y);
    if (hit && element.contains(hit)) return element.matches(':disabled') ? null : middle;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return null;
  }
  return null;
}

function choose(xpath: string, option: string): void {
  const select = document.evaluate(xpath, document, null, 9).singleNodeValue as HTMLSelectElement;
  const isMeant = ({ text }: HTMLOptionElement) => text.replace(/\s/g, ' ') === option;
  select.value = [...select.options].find(isMeant)?.value ?? '';
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}

/** A person in front of a browser: looks until something is there, and only then touches it. */
export class Visitor implements PageDriver {
  readonly visit: Visit;

  constructor(visit: Visit) {
    this.visit = visit;
  }

  /** Waits until the element is shown, enabled, uncovered and at rest. @returns its middle */
  async #reach(xpath: string): Promise<Point> {
    const seen: string[] = [];
    let point: Point | null = null;
    const isAtRest = async () => {
      point = await this.visit.run(reach, xpath);
      seen.push(JSON.stringify(point));
      return point !== null && seen.length >= LOOKS && new Set(seen.slice(-LOOKS)).size === 1;
    };
    await expect.poll(isAtRest, { message: `${xpath} can be pressed` }).toBe(true);
    return point as unknown as Point;
  }

  async click(xpath: string): Promise<void> {
    await this.visit.click(await this.#reach(xpath));
  }
  press(name: string): Promise<void> {
    return this.click(button(name));
  }
  async drag(xpath: string, by: number): Promise<void> {
    await this.visit.drag(await this.#reach(xpath), by);
  }
  async fill(label: string, text: string): Promise<void> {
    await this.click(field(label));
    await this.visit.type(text);
  }
  async choose(label: string, option: string): Promise<void> {
    await this.#reach(field(label));
    await this.visit.run(choose, field(label), option);
  }

  /** All that can be read in the part of the page, in one line. */
  read(selector = 'body'): Promise<string> {
    return this.visit.run((selector) => {
      const part = document.querySelector<HTMLElement>(selector);
      return (part?.innerText ?? '').replace(/\s+/g, ' ').trim();
    }, selector);
  }
  count(selector: string): Promise<number> {
    return this.visit.run((selector) => document.querySelectorAll(selector).length, selector);
  }
  value(selector: string): Promise<string> {
    return this.visit.run(
      (selector) => document.querySelector<HTMLInputElement>(selector)?.value ?? '',
      selector,
    );
  }
  hasFocus(selector: string): Promise<boolean> {
    return this.visit.run(
      (selector) => document.activeElement?.matches(selector) ?? false,
      selector,
    );
  }
  async sees(text: string, selector = 'body'): Promise<void> {
    await expect.poll(() => this.read(selector)).toContain(text);
  }
  async focusIsOn(selector: string): Promise<void> {
    await expect
      .poll(() => this.hasFocus(selector), { message: `focus on ${selector}` })
      .toBe(true);
  }
  async dialogIsClosed(): Promise<void> {
    await expect.poll(() => this.count('dialog[open]')).toBe(0);
  }
}
