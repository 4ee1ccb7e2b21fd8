import type { Locator, Page } from '@playwright/test';
import type { Hands } from '../testkit/hands.ts';

/** Hands on a page, or on a part of it, as Playwright has them. */
export const drivePage = (place: Page | Locator): Hands => ({
  fill: (label, text) => place.getByRole('textbox', { name: label }).fill(text),
  choose: async (label, option) => void (await place.getByLabel(label).selectOption(option)),
  press: (button) => place.getByRole('button', { name: button, exact: true }).click(),
});
