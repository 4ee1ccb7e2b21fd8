import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumOptions } from '../testkit/chromium.ts';
import { Funil } from '../testkit/funil.ts';
import { median, summarize, type Table } from './load.ts';

/** Scripts, fonts, pictures and their links. */
const STRIPPED = [
  /<script\b[^>]*>[\s\S]*?<\/script>/g,
  /@font-face\s*\{[^}]*\}/g,
  /<picture\b[\s\S]*?<\/picture>/g,
  /<img\b[^>]*>/g,
  /<svg\b[\s\S]*?<\/svg>/g,
  /<link\b[^>]*rel="(?:modulepreload|icon|apple-touch-icon|manifest)"[^>]*>/g,
];

/** Copies the built site without scripts, fonts and pictures, as a lower bound for any design of this content. */
function makeMinimalSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'funil-floor-'));
  cpSync(join(import.meta.dirname, '../site/dist'), folder, { recursive: true });
  let html = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const pattern of STRIPPED) html = html.replace(pattern, '');
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(html));
  return folder;
}

const METRICS = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  'kB transferred': 'total-byte-weight',
} as const;
type Metric = keyof typeof METRICS;
type Run = Record<Metric, number> & { scores: Record<string, number> };

async function audit(url: string): Promise<Run> {
  const { executablePath, args } = chromiumOptions('benchmarks');
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', ...args],
  });
  try {
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'error' });
    if (!result) throw new Error('Lighthouse returned no result');
    const { audits, categories } = result.lhr;
    const read = (metric: Metric) => audits[METRICS[metric]]?.numericValue ?? Number.NaN;
    return {
      'FCP ms': read('FCP ms'),
      'LCP ms': read('LCP ms'),
      'TBT ms': read('TBT ms'),
      CLS: read('CLS'),
      'kB transferred': read('kB transferred') / 1024,
      scores: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
      ),
    };
  } finally {
    chrome.kill();
  }
}

function tabulate(runs: readonly Run[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (const metric of Object.keys(METRICS) as Metric[]) {
    row[metric] = summarize(
      runs.map((run) => run[metric]),
      metric === 'CLS' ? 4 : 0,
    );
  }
  for (const id of Object.keys(runs[0]?.scores ?? {})) {
    row[id] = String(median(runs.map(({ scores }) => scores[id] ?? 0)));
  }
  return row;
}

/** Compares the page with its minimal version (floor) by Lighthouse: simulated slow 4G and a CPU four times slower. */
export async function benchPage(rounds: number): Promise<Table> {
  const folder = makeMinimalSite();
  await using page = new Funil();
  await using floor = new Funil({ env: { SITE_DIR: folder } });
  await page.start();
  await floor.start();
  const runs: Record<'page' | 'floor', Run[]> = { page: [], floor: [] };
  for (let round = 0; round < rounds; round += 1) {
    runs.floor.push(await audit(floor.url));
    runs.page.push(await audit(page.url));
  }
  rmSync(folder, { recursive: true });
  const ratio = (metric: Metric) =>
    (
      median(runs.page.map((run) => run[metric])) / median(runs.floor.map((run) => run[metric]))
    ).toFixed(3);
  return {
    page: tabulate(runs.page),
    floor: tabulate(runs.floor),
    'page ÷ floor': { 'FCP ms': ratio('FCP ms'), 'LCP ms': ratio('LCP ms') },
  };
}
