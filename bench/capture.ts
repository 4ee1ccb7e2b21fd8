import { join } from 'node:path';
import { Funil } from '../testkit/funil.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { peakMemory, sendLeads } from './load.ts';
import { summarize } from './statistics.ts';

const SECONDS = 6;
/** On, and never reached by one address. */
const RATE_LIMIT = '1000000000';

interface Run {
  perSecond: number;
  p99: number;
  memory: number;
}

async function load(funil: Funil): Promise<Run> {
  await funil.start();
  const result = await sendLeads(funil.url, SECONDS);
  const memory = peakMemory(funil.pid);
  await funil.stop();
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refused, ${result.errors} without an answer`);
  }
  return { perSecond: result.requests.average, p99: result.latency.p99, memory };
}

/** Leads at 64 connections, all checks and limits on; load and server share the machine. */
export async function benchCapture(
  rounds: number,
): Promise<Record<string, Record<string, string>>> {
  await using postgres = await startPostgres();
  const env = { RATE_LIMIT };
  const variants = {
    'no write': async () =>
      new Funil({ env, main: join(import.meta.dirname, 'no-write-server.ts') }),
    SQLite: async () => new Funil({ env }),
    PostgreSQL: async () =>
      new Funil({ env: { ...env, DATABASE_URL: await postgres.createDatabase() } }),
  };
  const runs: Record<string, Run[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, make] of Object.entries(variants)) {
      await using funil = await make();
      const run = await load(funil);
      runs[name] = [...(runs[name] ?? []), run];
    }
  }
  const table: Record<string, Record<string, string>> = {};
  for (const [name, results] of Object.entries(runs)) {
    table[name] = {
      'leads/s': summarize(results.map(({ perSecond }) => perSecond)),
      'p99 ms': summarize(results.map(({ p99 }) => p99)),
      'memory MB': summarize(results.map(({ memory }) => memory)),
    };
  }
  return table;
}
