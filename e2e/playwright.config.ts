import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../testkit/chromium.ts';

const PHONE = {
  ...devices['Pixel 7'],
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
};
const DESKTOP = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };

/** Pages with Google, Meta and a checkout platform configured, and pages of other brands: each needs a build. */
const TAGGED = '**/tagged-*.spec.ts';
const BRAND = '**/brands.spec.ts';
const BUILT_FIRST = [TAGGED, BRAND];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './warm-up.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Now and then a test only waits: three keep two cores busy.
  workers: 3,
  forbidOnly: true,
  timeout: 30_000,
  globalTimeout: 25 * 60_000,
  expect: { timeout: 7_000 },
  reporter: [['dot'], ['json']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Pulses drawn without a GPU cost much; what moves is tested in header.spec.ts, reveals.spec.ts and offscreen.spec.ts.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumOptions(),
  },
  projects: [
    // A journey runs in the phone's window, which most visitors hold, unless its tag says otherwise.
    { name: 'phone', use: PHONE, testIgnore: BUILT_FIRST, grepInvert: /@desktop/ },
    { name: 'desktop', use: DESKTOP, testIgnore: BUILT_FIRST, grep: /@desktop|@both/ },
    { name: 'tagged-site', testMatch: /tagged-site\.setup\.ts/ },
    // Builds a page, too: one after the other, since builds share the folder of cut-down fonts. First of what
    // comes then, as its tests cannot run beside each other.
    { name: 'brands', use: PHONE, testMatch: BRAND, dependencies: ['tagged-site'] },
    { name: 'phone-tagged', use: PHONE, testMatch: TAGGED, dependencies: ['tagged-site'] },
  ],
});
