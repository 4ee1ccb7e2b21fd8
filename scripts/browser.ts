import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

function findInstalled(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const found = NAMES.map((name) => `${folder}/${name}`).find((path) => existsSync(path));
    if (found) return found;
  }
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

function run(command: string, args: string[]): boolean {
  process.stderr.write(`${command} ${args.join(' ')}\n`);
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: 300_000 });
  return status === 0;
}

/**
 * The path of a Chromium: the machine's own, else Playwright's download, else Debian's package.
 * @throws Error saying how to install one, when none of the three can be had
 */
export function ensureChromium(): string {
  const installed = findInstalled();
  if (installed) return installed;
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  run(process.execPath, [cli, 'install', 'chromium']);
  const isRoot = process.getuid?.() === 0;
  if (!findInstalled() && isRoot && hasCommand('apt-get')) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', 'chromium']);
  }
  const found = findInstalled();
  if (found) return found;
  throw new Error('Nenhum Chromium: instale-o (apt-get install chromium) ou aponte CHROMIUM_PATH.');
}

function hasCommand(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
