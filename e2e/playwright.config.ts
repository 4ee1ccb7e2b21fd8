import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../testkit/chromium.ts';

const PHONE = {
  ...devices['Pixel 7'],
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
};
const DESKTOP = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
/** What no window changes is told once, in the one most visitors hold: what is sent, kept, counted and answered. */
const ANY_WINDOW = [
  'any-record',
  'application-early',
  'application-faults',
  'application-leaving',
  'application-masks',
  'application-room',
  'application-saves',
  'application-steps',
  'auto-save',
  'clicks',
  'disabled-press',
  'early',
  'form-failure',
  'lead-faults',
  'lead-fields',
  'lead-leaving',
  'machines',
  'modes',
  'not-found',
  'notices',
  'own-visit',
  'privacy',
  'report-page',
  'tracking',
  'tracking-faults',
  'tracking-forms',
  'tracking-page',
].map((name) => `**/${name}.spec.ts`);

/** The console is walked in one window; a test whose subject is the window sets its sizes itself. */
const CONSOLE = /e2e\/console\/(?!keyboard)/;

/** What needs Google, Meta and a checkout platform configured, on a page of its own. */
const TAGGED = /tagged-.*\.spec\.ts/;

/** Other brands' pages, looked at in every width by themselves. */
const BRAND = /brands\.spec\.ts/;

/** Needs a keyboard, or one device pixel per CSS pixel. */
const DESK_ONLY = ['**/console/keyboard.spec.ts', '**/scroll-depth.spec.ts'];

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
    { name: 'phone', use: PHONE, testIgnore: [TAGGED, BRAND, ...DESK_ONLY] },
    { name: 'desktop', use: DESKTOP, testIgnore: [TAGGED, BRAND, CONSOLE, ...ANY_WINDOW] },
    { name: 'tagged-site', testMatch: /tagged-site\.setup\.ts/ },
    // Builds a page, too: one after the other, since builds share the folder of cut-down fonts. First of what
    // comes then, as its tests cannot run beside each other.
    { name: 'brands', use: PHONE, testMatch: BRAND, dependencies: ['tagged-site'] },
    { name: 'phone-tagged', use: PHONE, testMatch: TAGGED, dependencies: ['tagged-site'] },
  ],
});
