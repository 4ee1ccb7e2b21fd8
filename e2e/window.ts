import { test as base, devices } from '@playwright/test';

const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'];
const PHONE = { ...PIXEL, viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
const DESKTOP = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };

/** Tests tagged `@desktop` run in a desktop's window. A project for each window would start separate servers. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  contextOptions: async ({}, use, { tags }) => use(tags.includes('@desktop') ? DESKTOP : PHONE),
});
