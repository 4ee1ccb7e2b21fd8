import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findProgram, installPackages, runInstaller } from './packages.ts';

function findInstalled(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const own = findProgram('chromium', 'chromium-browser', 'google-chrome');
  if (own) return own;
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

/**
 * The path of a Chromium: the machine's own, else Playwright's download, else Debian's package.
 * @throws Error saying how to install one, when none of the three can be had
 */
export function ensureChromium(): string {
  const installed = findInstalled();
  if (installed) return installed;
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  runInstaller(process.execPath, [cli, 'install', 'chromium']);
  if (!findInstalled()) installPackages('chromium');
  const found = findInstalled();
  if (found) return found;
  throw new Error('Nenhum Chromium: instale-o (apt-get install chromium) ou aponte CHROMIUM_PATH.');
}

const FLAGS = [
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
