import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findProgram, installPackages, runInstaller } from './packages.ts';

/** Chromium without the window that nobody sees here: what Playwright itself starts, too. A page opened costs a third less. */
const SHELL = 'chromium-headless-shell';

function findInstalled(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const own = findProgram(SHELL, 'chromium', 'chromium-browser', 'google-chrome');
  if (own) return own;
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

/**
 * The path of a Chromium: the machine's own, else Playwright's download, else Debian's packages.
 * @throws Error saying how to install one, when none of the three can be had
 */
export function ensureChromium(): string {
  const installed = findInstalled();
  if (installed) return installed;
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  runInstaller(process.execPath, [cli, 'install', 'chromium']);
  for (const name of [SHELL, 'chromium']) if (!findInstalled()) installPackages(name);
  const found = findInstalled();
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
export function chromiumOptions(): { executablePath: string; args: string[] } {
  const isRoot = process.getuid?.() === 0;
  return { executablePath: ensureChromium(), args: isRoot ? ['--no-sandbox', ...FLAGS] : FLAGS };
}
