// Every check there is, one after another; the last line is the true total.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../testkit/chromium.ts';
import { ensureEngines, ensurePostgres } from '../testkit/engines.ts';
import { findMemoryFolder } from '../testkit/memory-folder.ts';
import { buildConsole } from './console-build.ts';
import { runTool } from './run-tool.ts';
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

/** Longest run of each kind of tool, in minutes: several times what it takes on two cores. */
const LIMITS = { checks: 5, vitest: 20, engines: 15, playwright: 30 };

/** Runs one of the project's tools and gives its exit code. */
function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}, minutes = LIMITS.checks) {
  const path = join(root, 'node_modules/.bin', name);
  return runTool(path, args, { cwd: root, env: { ...process.env, ...env }, minutes });
}

async function check(title: string, tool: () => Promise<number>): Promise<void> {
  const start = performance.now();
  const isFine = (await tool()) === 0;
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

async function runVitest(args: string[], minutes: number): Promise<void> {
  const file = join(reports, `vitest-${randomUUID()}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // What tests write is for memory, where there is room: much of their time goes by at the disk.
  const env = { TMPDIR: findMemoryFolder() ?? tmpdir() };
  const exitCode = await run('vitest', ['run', ...reporters, ...args], env, minutes);
  addReport(exitCode, () => {
    const { numPassedTests, numFailedTests } = readJson(file);
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

async function runEngines(): Promise<void> {
  const files = ensureEngines();
  if (files.length === 0) return;
  await runVitest(['--config', 'e2e/engines/vitest.config.ts', ...files], LIMITS.engines);
}

async function runPlaywright(): Promise<void> {
  const file = join(reports, 'playwright.json');
  const args = ['test', '--config', 'e2e/playwright.config.ts'];
  const env = { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const exitCode = await run('playwright', args, env, LIMITS.playwright);
  addReport(exitCode, () => {
    const { expected, unexpected, flaky } = readJson(file).stats;
    return { passed: expected, failed: unexpected + flaky };
  });
}

await check('format and lint', () => run('biome', ['check', '--error-on-warnings', '.']));
await check('types', () => run('tsc', ['-p', 'tsconfig.json']));
await check('types of the site', () => run('tsc', ['-p', 'site/tsconfig.json']));
await check('types of the console', () => run('tsc', ['-p', 'console/tsconfig.json']));
await check('no dead code', () => run('knip', []));
await check('build', async () => {
  const built = await buildSite();
  if (!built.ok) console.error(built.reason);
  return built.ok ? 0 : 1;
});
await check('build of the console', async () => {
  const failure = await buildConsole();
  if (failure !== null) console.error(failure);
  return failure === null ? 0 : 1;
});
await runVitest(ensurePostgres() ? [] : ['--exclude', '**/dump.test.ts'], LIMITS.vitest);
await runEngines();
await runPlaywright().catch((error: Error) => {
  console.error(error.message);
  totals.failed += 1;
});

rmSync(reports, { recursive: true, force: true });
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
