import type { Locator, Page } from '@playwright/test';
import type { PageDriver } from '../testkit/forms/page-driver.ts';

/** Closes the dialog, and waits until the page has left its history entry, which would cancel a navigation. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => history.state?.dialog !== true);
}

/** Closes the application as Chrome on Android does at a second request without a touch: the page cannot prevent it. */
export const closeByGesture = (page: Page) =>
  page.locator('#application-modal').evaluate((dialog: HTMLDialogElement) => {
    dialog.dispatchEvent(new Event('cancel'));
    dialog.close();
  });

/** Returns a driver that fills forms in a Playwright page, or in a part of it. */
export const drivePage = (root: Page | Locator): PageDriver => ({
  fill: (label, text) => root.getByRole('textbox', { name: label }).fill(text),
  choose: async (label, option) => void (await root.getByLabel(label).selectOption(option)),
  press: (button) => root.getByRole('button', { name: button, exact: true }).click(),
});
