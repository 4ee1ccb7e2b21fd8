import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../testkit/programs/chromium.ts';

/** Tests that need their own build: pages with Google, Meta and a checkout platform, and other brands. */
const SPECS_WITH_BUILD = ['**/brands.spec.ts', '**/tagged-*.spec.ts'];

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
    // Turns animations off, because they cost much time without a GPU. Only header, reveals and offscreen.spec.ts in
    // page/ turn them on and test them.
    reducedMotion: 'reduce',
    launchOptions: chromiumOptions(),
  },
  projects: [
    // The tests of builds take longest, so they start first. Builds and the development server share the folder of
    // reduced fonts, so no two of them run at once.
    { name: 'builds', testMatch: SPECS_WITH_BUILD, workers: 1 },
    { name: 'demonstration', testIgnore: SPECS_WITH_BUILD },
  ],
});
