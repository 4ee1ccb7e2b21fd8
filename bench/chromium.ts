import { ensureChromium } from '../scripts/browser.ts';

const isRoot = process.getuid?.() === 0;

/** How every benchmark starts its browser. */
export const launchOptions = {
  executablePath: ensureChromium(),
  args: [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
