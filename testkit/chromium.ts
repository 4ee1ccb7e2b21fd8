import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findProgram, installPackages, runInstaller } from './packages.ts';

/** Chromium without a window, as Playwright starts it: opening a page costs a third less. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];
/** Programs in order of preference: benchmarks prefer the browser that visitors have. */
const PROGRAMS = { tests: [SHELL, ...WHOLE], benchmarks: [...WHOLE, SHELL] };
type Purpose = keyof typeof PROGRAMS;

function findInstalled(purpose: Purpose): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const own = findProgram(...PROGRAMS[purpose]);
  if (own) return own;
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

/**
 * Returns the path of a Chromium: the machine's own, Playwright's download, or Debian's package.
 * @throws Error that says how to install one
 */
export function ensureChromium(purpose: Purpose = 'tests'): string {
  const installed = findInstalled(purpose);
  if (installed) return installed;
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  runInstaller(process.execPath, [cli, 'install', 'chromium']);
  for (const name of [SHELL, 'chromium']) if (!findInstalled(purpose)) installPackages(name);
  const found = findInstalled(purpose);
  if (found) return found;
  throw new Error('Nenhum Chromium: instale-o (apt-get install chromium) ou aponte CHROMIUM_PATH.');
}

/**
 * Features of Chromium that no page can see. With the first two, Chromium opens a page of its own behind the address bar,
 * which costs more than ours. The others are Playwright's list, which this one replaces.
 */
const NOT_NEEDED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const FLAGS = [
  `--disable-features=${NOT_NEEDED.join()}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the options with which tests and benchmarks start Chromium, without network requests of its own. */
export function chromiumOptions(purpose?: Purpose): { executablePath: string; args: string[] } {
  const isRoot = process.getuid?.() === 0;
  const executablePath = ensureChromium(purpose);
  return { executablePath, args: isRoot ? ['--no-sandbox', ...FLAGS] : FLAGS };
}
