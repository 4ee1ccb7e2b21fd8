// Runs all tests and checks. The last line of the output has the totals.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMemoryFolder } from '../testkit/memory-folder.ts';
import { ensureChromium } from '../testkit/programs/chromium.ts';
import { installEngines, installPostgres } from '../testkit/programs/engines.ts';
import { type BuildOutcome, root } from './build-part.ts';
import { runTool } from './run-tool.ts';
import { buildSite } from './site-build.ts';
import { buildConsole, buildPreview } from './vite-builds.ts';

interface Totals {
  passed: number;
  failed: number;
}

// No `.env` is read, because the settings of a server on this machine would change the tests.
process.env.ENV_FILE = '';

/** If Chromium is missing, exits at once instead of after half an hour of tests that do not need Chromium. */
function findChromiumOrExit(): string {
  try {
    return ensureChromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const chromiumPath = findChromiumOrExit();
const reports = mkdtempSync(join(tmpdir(), 'funil-test-'));
const totals: Totals = { passed: 0, failed: 0 };

function addTotals({ passed, failed }: Totals): void {
  totals.passed += passed;
  totals.failed += failed;
}

/** A tool that hangs is stopped, so that the totals are printed within the 90 minutes of a run in CI. */
const TIMEOUT_MINUTES = 85;
const minutesLeft = () => Math.max(1, TIMEOUT_MINUTES - performance.now() / 60_000);

interface Run {
  env?: NodeJS.ProcessEnv;
  isParallel?: boolean;
}

function runBinary(name: string, args: string[], { env, isParallel = false }: Run) {
  const path = join(root, 'node_modules/.bin', name);
  return runTool(path, args, {
    cwd: root,
    env: { ...process.env, ...env },
    timeoutMinutes: minutesLeft(),
    isParallel,
  });
}

async function runCheck(title: string, tool: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  const hasPassed = await tool();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${hasPassed ? '✓' : '✗'} ${title} (${seconds} s)`);
  addTotals(hasPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

const checkByTool = (title: string, name: string, ...args: string[]) =>
  runCheck(title, async () => (await runBinary(name, args, { isParallel: true })) === 0);

const checkBuild = (title: string, build: () => Promise<BuildOutcome>) =>
  runCheck(title, async () => {
    const built = await build();
    if (!built.ok) console.error(built.reason);
    return built.ok;
  });

/** A runner that failed without a failed test, or wrote no report, counts as one failure. */
function addCounts(exitCode: number, readCounts: () => Totals): void {
  let counts: Totals = { passed: 0, failed: 1 };
  try {
    counts = readCounts();
  } catch (error) {
    console.error(error);
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  addTotals(counts);
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

async function runVitest(args: string[]): Promise<void> {
  const file = join(reports, `vitest-${randomUUID()}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // Temporary files are in memory, because tests spend much of their time writing.
  const env = { TMPDIR: findMemoryFolder() ?? tmpdir() };
  const exitCode = await runBinary('vitest', ['run', ...reporters, ...args], { env });
  addCounts(exitCode, () => {
    const { numPassedTests, numFailedTests } = readJson(file);
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

async function runEngines(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const args = ['--config', 'e2e/engines/vitest.config.ts', ...files];
  await runVitest(args);
}

async function runPlaywright(): Promise<void> {
  const file = join(reports, 'playwright.json');
  const args = ['test', '--config', 'e2e/playwright.config.ts'];
  const env = { CHROMIUM_PATH: chromiumPath, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const exitCode = await runBinary('playwright', args, { env });
  addCounts(exitCode, () => {
    const { expected, unexpected, flaky } = readJson(file).stats;
    return { passed: expected, failed: unexpected + flaky };
  });
}

// The checks run while the builds run.
await Promise.all([
  (async () => {
    await checkByTool('format and lint', 'biome', 'check', '--error-on-warnings', '.');
    await checkByTool('types', 'tsc', '-p', 'tsconfig.json');
    await checkByTool('types of the site', 'tsc', '-p', 'site/tsconfig.json');
    await checkByTool('types of the console', 'tsc', '-p', 'console/tsconfig.json');
    await checkByTool('no dead code', 'knip');
  })(),
  (async () => {
    await checkBuild('build', buildSite);
    await checkBuild('build of the console', buildConsole);
    await checkBuild('build of the page’s editor', buildPreview);
  })(),
]);
await runVitest(installPostgres() ? [] : ['--exclude', '**/dump.test.ts']);
// Without a free core a browser scrolls in jumps, and a swipe misses, so the engines do not run beside Chromium.
await runEngines(installEngines());
await runPlaywright();

rmSync(reports, { recursive: true, force: true });
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
