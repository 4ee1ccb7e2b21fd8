import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@funil/contract/durations';
import { Funil } from '../testkit/funil.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { runFile } from '../testkit/start-process.ts';
import { peakMemory, sendLeadsSteadily } from './load.ts';
import type { Table } from './statistics.ts';

const ROWS = Number(process.env.ROWS ?? 100_000);
const ADS = 1_000;
const LEADS_PER_SECOND = 100;
const SECONDS = 8;

/** Writes an export of Meta's Ads Manager with ROWS rows. */
function writeExport(file: string) {
  const lines = [
    'Dia,Nome da campanha,Identificação da campanha,Nome do conjunto de anúncios,Identificação do conjunto de anúncios,Nome do anúncio,Identificação do anúncio,Impressões,Cliques no link,Valor usado (BRL)',
  ];
  for (let n = 0; n < ROWS; n += 1) {
    const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / ADS) * DAY_MS);
    const ad = n % ADS;
    const [set, campaign] = [Math.floor(ad / 5), Math.floor(ad / 50)];
    lines.push(
      `${day.toISOString().slice(0, 10)},LANÇAMENTO ${campaign},${12_025_300_000 + campaign},Público ${set},${12_025_400_000 + set},Criativo ${ad},${12_025_500_000 + ad},${n % 5_000},${n % 90},${n % 200}.${n % 10}7`,
    );
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
}

async function measure(env: Record<string, string>): Promise<Table[string]> {
  await using funil = new Funil({ env: { ...env, CONSOLE_PORT: '0' } });
  await funil.start();
  const file = join(funil.dataDir, 'spend.csv');
  writeExport(file);
  const load = { url: funil.url, seconds: SECONDS, perSecond: LEADS_PER_SECOND };
  await sendLeadsSteadily(load);
  const idle = await sendLeadsSteadily(load);
  const settings = { ...env, DATA_DIR: funil.dataDir };
  async function run() {
    const start = performance.now();
    const { code, stderr } = await runFile('commands/spend.ts', [file], settings);
    if (code !== 0) throw new Error(stderr);
    return (performance.now() - start) / 1_000;
  }
  const [busy, first] = await Promise.all([sendLeadsSteadily(load), run()]);
  const [again, second] = await Promise.all([sendLeadsSteadily(load), run()]);
  const memory = peakMemory(funil.pid);
  await funil.stop();
  rmSync(file);
  return {
    [`${ROWS} rows, s`]: first.toFixed(1),
    'the same file again, s': second.toFixed(1),
    'leads p99 ms': idle.p99.toFixed(1),
    'while importing': busy.p99.toFixed(1),
    'while importing again': again.p99.toFixed(1),
    'memory of the server MB': memory.toFixed(0),
  };
}

/** Measures the import of an export by the command, with its start, while leads arrive. KIND selects one database. */
export async function benchSpend(): Promise<Table> {
  await using postgres = await startPostgres();
  const kinds: Record<string, () => Promise<Record<string, string>>> = {
    SQLite: async () => ({}),
    PostgreSQL: async () => ({ DATABASE_URL: await postgres.createDatabase() }),
  };
  const table: Table = {};
  for (const [name, makeEnv] of Object.entries(kinds)) {
    if ((process.env.KIND ?? name) === name) table[name] = await measure(await makeEnv());
  }
  return table;
}
