import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../testkit/chromium.ts';

const PHONE = {
  ...devices['Pixel 7'],
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
};
const DESKTOP = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };

/** Tests that need their own build: pages with Google, Meta and a checkout platform, and other brands. */
const TAGGED = '**/tagged-*.spec.ts';
const BRAND = '**/brands.spec.ts';
const BUILT_FIRST = [TAGGED, BRAND];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './warm-up.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Tests often wait, so that three keep two cores busy.
  workers: 3,
  forbidOnly: true,
  // Limits only end a hang: they pass on a machine ten times slower.
  timeout: 10 * 60_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 2 * 60_000 },
  reporter: [['dot'], ['json']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Animations cost much without a GPU. header, reveals and offscreen.spec.ts test them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumOptions(),
  },
  projects: [
    // Tests run in a phone's window unless their tag says otherwise.
    { name: 'phone', use: PHONE, testIgnore: BUILT_FIRST, grepInvert: /@desktop/ },
    { name: 'desktop', use: DESKTOP, testIgnore: BUILT_FIRST, grep: /@desktop|@both/ },
    { name: 'tagged-site', testMatch: /tagged-site\.setup\.ts/ },
    // Builds share the folder of reduced fonts, so the brands' build waits for the other one.
    { name: 'brands', use: PHONE, testMatch: BRAND, dependencies: ['tagged-site'] },
    { name: 'phone-tagged', use: PHONE, testMatch: TAGGED, dependencies: ['tagged-site'] },
  ],
});
