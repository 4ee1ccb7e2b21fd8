// Every check there is, one after another; the last line is the true total.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './browser.ts';
import { buildSite } from './site-build.ts';

interface Totals {
  passed: number;
  failed: number;
}

// What a server on this machine is told is not what is tested.
process.env.ENV_FILE = '';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'funil-test-'));
const totals: Totals = { passed: 0, failed: 0 };

function add({ passed, failed }: Totals): void {
  totals.passed += passed;
  totals.failed += failed;
}

/** Runs one of the project's tools and gives its exit code. */
function runTool(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 1, 2],
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

async function check(title: string, run: () => Promise<number>): Promise<void> {
  const start = performance.now();
  const isFine = (await run()) === 0;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${isFine ? '✓' : '✗'} ${title} (${seconds} s)`);
  add(isFine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

/** Adds a runner's own count; a runner that failed without a failed test counts as one failure. */
function addReport(exitCode: number, read: () => Totals): void {
  let counted: Totals = { passed: 0, failed: 0 };
  try {
    counted = read();
  } catch {
    // No report: the runner itself broke, and its exit code says so below.
  }
  if (exitCode !== 0 && counted.failed === 0) counted.failed = 1;
  add(counted);
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

async function runVitest(): Promise<void> {
  const file = join(reports, 'vitest.json');
  const exitCode = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  addReport(exitCode, () => {
    const { numPassedTests, numFailedTests } = readJson(file);
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

async function runPlaywright(): Promise<void> {
  const file = join(reports, 'playwright.json');
  const exitCode = await runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  addReport(exitCode, () => {
    const { expected, unexpected, flaky } = readJson(file).stats;
    return { passed: expected, failed: unexpected + flaky };
  });
}

await check('format and lint', () => runTool('biome', ['check', '--error-on-warnings', '.']));
await check('types', () => runTool('tsc', ['-p', 'tsconfig.json']));
await check('types of the site', () => runTool('tsc', ['-p', 'site/tsconfig.json']));
await check('no dead code', () => runTool('knip', []));
await check('build', async () => {
  const built = await buildSite();
  if (!built.ok) console.error(built.reason);
  return built.ok ? 0 : 1;
});
await runVitest();
await runPlaywright().catch((error: Error) => {
  console.error(error.message);
  totals.failed += 1;
});

rmSync(reports, { recursive: true, force: true });
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
