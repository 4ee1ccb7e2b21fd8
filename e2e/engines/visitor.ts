import { expect } from 'vitest';
import type { Hands } from '../../testkit/hands.ts';
import type { Visit } from './engine.ts';

const quote = (text: string) => `'${text}'`;

export const button = (name: string) =>
  `//button[normalize-space(.)=${quote(name)} or @aria-label=${quote(name)}]`;

/** A field by the beginning of its label. */
export const field = (label: string) =>
  `//*[@id=//label[starts-with(normalize-space(.), ${quote(label)})]/@for]`;

/** Looks as often as that before what is pressed counts as at rest: sections are still laid out. */
const LOOKS = 3;

/** The place among such elements of the first that is shown, and where it is; scrolls when it is not in view. */
function reach(xpath: string): { place: number; at: string } | null {
  const found = document.evaluate(xpath, document, null, 7);
  for (let index = 0; index < found.snapshotLength; index += 1) {
    const element = found.snapshotItem(index) as Element;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit && element.contains(hit)) {
      return element.matches(':disabled') ? null : { place: index + 1, at: `${left} ${top}` };
    }
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return null;
  }
  return null;
}

/** A person in front of a browser: looks until something is there, and only then touches it. */
export class Visitor implements Hands {
  readonly visit: Visit;

  constructor(visit: Visit) {
    this.visit = visit;
  }

  /** Waits until the element is shown, enabled, uncovered and at rest; gives the one XPath of it. */
  async #reach(xpath: string): Promise<string> {
    const seen: string[] = [];
    let reached = '';
    const look = async () => {
      const element = await this.visit.run(reach, xpath);
      if (!element) return false;
      reached = `(${xpath})[${element.place}]`;
      seen.push(element.at);
      return seen.length >= LOOKS && new Set(seen.slice(-LOOKS)).size === 1;
    };
    await expect.poll(look, { message: `${xpath} can be pressed` }).toBe(true);
    return reached;
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
    await this.visit.choose(await this.#reach(field(label)), option);
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
