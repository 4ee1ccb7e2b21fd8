// Prints a table for each benchmark and stores the figures as JSON. `npm run bench -- capture 3` runs one benchmark
// with three rounds; without arguments, all benchmarks run, with five rounds. Only capture, console and page are run
// in rounds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchCapture } from './capture.ts';
import { benchConsole } from './console.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchImport } from './import.ts';
import { benchJudge } from './judge.ts';
import { benchKills } from './kills.ts';
import type { FigureTable } from './load.ts';
import { benchPage } from './page.ts';
import { benchPeople } from './people.ts';
import { benchVersions } from './versions.ts';

const BENCHMARKS = {
  capture: benchCapture,
  console: benchConsole,
  import: benchImport,
  deliveries: benchDeliveries,
  kills: benchKills,
  judge: benchJudge,
  page: benchPage,
  people: benchPeople,
  versions: benchVersions,
};
type BenchmarkName = keyof typeof BENCHMARKS;
const isBenchmark = (text: string): text is BenchmarkName => text in BENCHMARKS;

const [requested, roundsText = '5'] = process.argv.slice(2);
const names =
  requested === undefined
    ? (Object.keys(BENCHMARKS) as BenchmarkName[])
    : [requested].filter(isBenchmark);
const rounds = Number(roundsText);
if (names.length === 0 || !(rounds > 0)) {
  process.stderr.write(`Uso: npm run bench -- [${Object.keys(BENCHMARKS).join('|')}] [rodadas]\n`);
  process.exit(1);
}

const results: Record<string, unknown> = {
  time: new Date().toISOString(),
  machine: {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memoryGB: Math.round(totalmem() / 2 ** 30),
  },
  node: process.version,
  rounds,
};
for (const name of names) {
  const table: FigureTable = await BENCHMARKS[name](rounds);
  console.log(`\n${name}`);
  console.table(table);
  results[name] = table;
}
const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${Date.now()}.json`), JSON.stringify(results, null, 2));
process.exit(0);
