import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Funil } from '../testkit/funil.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { peakMemory, sendLeadsSteadily } from './load.ts';
import type { Table } from './statistics.ts';

const COMMANDS = join(import.meta.dirname, '../server/src/commands');
const LEADS_PER_SECOND = 100;
const SECONDS = Number(process.env.SECONDS ?? 8);
const MEMORY_INTERVAL_MS = 200;

/** A file, and the command that imports it. */
interface FileImport {
  readonly command: string;
  readonly args: readonly string[];
  readonly write: (file: string) => void;
}

async function measure(
  env: Record<string, string>,
  { command, args, write }: FileImport,
): Promise<Table[string]> {
  await using funil = new Funil({ env: { ...env, CONSOLE_PORT: '0' } });
  await funil.start();
  const file = join(funil.dataDir, 'import.csv');
  write(file);
  const load = { url: funil.url, seconds: SECONDS, perSecond: LEADS_PER_SECOND };
  await sendLeadsSteadily(load);
  const idle = await sendLeadsSteadily(load);
  let commandMB = 0;
  const settings = { ...env, DATA_DIR: funil.dataDir };
  async function run() {
    const start = performance.now();
    // Not `runFile`, whose commands end within 25 s.
    const child = spawn(process.execPath, [join(COMMANDS, `${command}.ts`), file, ...args], {
      env: { ...process.env, ENV_FILE: '', ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const measuring = setInterval(() => {
      commandMB = Math.max(commandMB, peakMemory(Number(child.pid)));
    }, MEMORY_INTERVAL_MS);
    const [code] = await once(child, 'exit').finally(() => clearInterval(measuring));
    if (code !== 0) throw new Error(`The command ${command} failed.`);
    return (performance.now() - start) / 1_000;
  }
  const [busy, first] = await Promise.all([sendLeadsSteadily(load), run()]);
  const [again, second] = await Promise.all([sendLeadsSteadily(load), run()]);
  const memory = peakMemory(funil.pid);
  await funil.stop();
  rmSync(file);
  return {
    'import, s': first.toFixed(1),
    'the same file again, s': second.toFixed(1),
    'leads p99 ms': idle.p99.toFixed(1),
    'while importing': busy.p99.toFixed(1),
    'while importing again': again.p99.toFixed(1),
    'memory of the command MB': commandMB.toFixed(0),
    'memory of the server MB': memory.toFixed(0),
  };
}

/** Measures imports by their commands, with the commands' start, while leads arrive for SECONDS. KIND selects one database. */
export async function measureImports(imports: Record<string, FileImport>): Promise<Table> {
  await using postgres = await startPostgres();
  const kinds: Record<string, () => Promise<Record<string, string>>> = {
    SQLite: async () => ({}),
    PostgreSQL: async () => ({ DATABASE_URL: await postgres.createDatabase() }),
  };
  const table: Table = {};
  for (const [name, makeEnv] of Object.entries(kinds)) {
    if ((process.env.KIND ?? name) !== name) continue;
    for (const [title, fileImport] of Object.entries(imports)) {
      table[`${name}: ${title}`] = await measure(await makeEnv(), fileImport);
    }
  }
  return table;
}
