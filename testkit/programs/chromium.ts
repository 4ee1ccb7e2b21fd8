import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findProgram, installPackages, runInstaller } from './packages.ts';

/** Playwright's Chromium without a window opens a page a third faster. */
const HEADLESS_PROGRAM = 'chromium-headless-shell';
const CHROMIUM_PROGRAMS = [HEADLESS_PROGRAM, 'chromium', 'chromium-browser', 'google-chrome'];

function findInstalled(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const installed = findProgram(...CHROMIUM_PROGRAMS);
  if (installed) return installed;
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

/** Returns the path of Chromium, after installing it if needed. @throws Error with installation advice */
export function ensureChromium(): string {
  const installed = findInstalled();
  if (installed) return installed;
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  runInstaller(process.execPath, [cli, 'install', 'chromium']);
  // A minimal Debian lacks a font as narrow as a phone's.
  for (const name of [HEADLESS_PROGRAM, 'chromium'])
    if (!findInstalled()) installPackages(name, 'fonts-liberation');
  const path = findInstalled();
  if (path) return path;
  throw new Error(
    'Nenhum Chromium: instale-o (apt-get install chromium fonts-liberation) ou aponte CHROMIUM_PATH.',
  );
}

/** The first two would make Chromium open a costly internal page. The flag overrides Playwright's list: the others. */
// biome-ignore format: several in a line
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades',
  'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints',
  'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning',
];

const CHROMIUM_FLAGS = [
  `--disable-features=${DISABLED_FEATURES.join()}`,
  // Hides from pages that a program drives the browser, so that they take its visitors for people.
  '--disable-blink-features=AutomationControlled',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function chromiumOptions(): { executablePath: string; args: string[] } {
  const isRoot = process.getuid?.() === 0;
  const executablePath = ensureChromium();
  return { executablePath, args: isRoot ? ['--no-sandbox', ...CHROMIUM_FLAGS] : CHROMIUM_FLAGS };
}
