import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findProgram, installPackages, runInstaller } from './packages.ts';

/** Without the window that nobody sees here, as Playwright itself starts it: a page opened costs a third less. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];
/** Programs in the order they are looked for: what is measured is what visitors have. */
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
 * The path of a Chromium: the machine's own, else Playwright's download, else Debian's packages.
 * @throws Error saying how to install one, when none of the three can be had
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
 * Parts of Chromium that no page can see. Without the first two every page comes with one of Chromium's
 * own behind its address bar, which costs more than ours. The others are Playwright's, whose list this
 * one takes the place of.
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

/** How tests and benchmarks start it: alike, and asking nothing of the network by itself. */
export function chromiumOptions(purpose?: Purpose): { executablePath: string; args: string[] } {
  const isRoot = process.getuid?.() === 0;
  const executablePath = ensureChromium(purpose);
  return { executablePath, args: isRoot ? ['--no-sandbox', ...FLAGS] : FLAGS };
}
