import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../testkit/chromium.ts';

/** Tests that need their own build: pages with Google, Meta and a checkout platform, and other brands. */
const TAGGED_SPECS = '**/tagged-*.spec.ts';
const BRAND_SPECS = '**/brands.spec.ts';
const SPECS_WITH_BUILD = [TAGGED_SPECS, BRAND_SPECS];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './warm-up.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Three workers keep two cores busy, because tests often wait.
  workers: 3,
  forbidOnly: true,
  // Limits only end a hang; tests pass on a machine ten times slower.
  timeout: 10 * 60_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 2 * 60_000 },
  reporter: [['dot'], ['json']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Animations cost much without a GPU. header, reveals and offscreen.spec.ts test them.
    reducedMotion: 'reduce',
    launchOptions: chromiumOptions(),
  },
  projects: [
    { name: 'demonstration', testIgnore: SPECS_WITH_BUILD },
    { name: 'tagged-site', testMatch: /tagged-site\.setup\.ts/ },
    // Builds share the folder of reduced fonts, so the brands' build waits for the other one.
    { name: 'brands', testMatch: BRAND_SPECS, dependencies: ['tagged-site'] },
    // A single worker starts a single server, and still ends before the brands' tests.
    { name: 'tagged', testMatch: TAGGED_SPECS, dependencies: ['tagged-site'], workers: 1 },
  ],
});
