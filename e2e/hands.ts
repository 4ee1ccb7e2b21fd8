import type { Locator, Page } from '@playwright/test';
import type { PageDriver } from '../testkit/page-driver.ts';

/** Returns a driver of a page, or on a part of it. */
export const handsOn = (place: Page | Locator): PageDriver => ({
  fill: (label, text) => place.getByRole('textbox', { name: label }).fill(text),
  choose: async (label, option) => void (await place.getByLabel(label).selectOption(option)),
  press: (button) => place.getByRole('button', { name: button, exact: true }).click(),
});
