import { join } from 'node:path';
import { Funil } from '../testkit/funil.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { peakMemory, sendLeads } from './load.ts';
import { summarize, type Table } from './statistics.ts';

const SECONDS = 6;
/** High enough never to reject a request. */
const RATE_LIMIT = '1000000000';

async function measure(funil: Funil) {
  await funil.start();
  const result = await sendLeads(funil.url, SECONDS);
  const memory = peakMemory(funil.pid);
  await funil.stop();
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} requests refused, ${result.errors} failed`);
  }
  return { perSecond: result.requests.average, p99: result.latency.p99, memory };
}

/** Sends leads over 64 connections at full speed, with all checks and limits. Load and server share the machine. */
export async function benchCapture(rounds: number): Promise<Table> {
  await using postgres = await startPostgres();
  const env = { RATE_LIMIT };
  const variants = {
    'no write': async () =>
      new Funil({ env, main: join(import.meta.dirname, 'no-write-server.ts') }),
    SQLite: async () => new Funil({ env }),
    PostgreSQL: async () =>
      new Funil({ env: { ...env, DATABASE_URL: await postgres.createDatabase() } }),
  };
  const runs: Record<string, Awaited<ReturnType<typeof measure>>[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, make] of Object.entries(variants)) {
      await using funil = await make();
      const run = await measure(funil);
      runs[name] = [...(runs[name] ?? []), run];
    }
  }
  const table: Table = {};
  for (const [name, results] of Object.entries(runs)) {
    table[name] = {
      'leads/s': summarize(results.map(({ perSecond }) => perSecond)),
      'p99 ms': summarize(results.map(({ p99 }) => p99)),
      'memory MB': summarize(results.map(({ memory }) => memory)),
    };
  }
  return table;
}
