import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Funil } from '../testkit/funil.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { summarise } from './statistics.ts';

const CONNECTIONS = 64;
const SECONDS = 6;
/** Notices a second that have to pass at ease. */
const ASKED = 2_000;
const SECRET = 'hottok';
const SAMPLE = '../server/src/public/postbacks/platforms/samples/hotmart/approved.json';
const NOTICE = readFileSync(join(import.meta.dirname, SAMPLE), 'utf8').replaceAll(/\n\s*/g, '');

const post = (url: string, overallRate?: number) =>
  autocannon({
    url: `${url}/postbacks/hotmart`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(overallRate && { overallRate }),
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': SECRET },
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          body: NOTICE.replace('HP2611031844', randomUUID()),
        }),
      },
    ],
  });

/** Notices at 64 connections, each a sale of its own, read meanwhile: as fast as may be, and as asked. */
export async function benchPostbacks(
  rounds: number,
): Promise<Record<string, Record<string, string>>> {
  await using postgres = await startPostgres();
  const env = { HOTMART_HOTTOK: SECRET };
  const makers = {
    SQLite: async () => new Funil({ env }),
    PostgreSQL: async () =>
      new Funil({ env: { ...env, DATABASE_URL: await postgres.createDatabase() } }),
  };
  const table: Record<string, Record<string, string>> = {};
  for (const [name, make] of Object.entries(makers)) {
    const most: number[] = [];
    const asked: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using funil = await make();
      await funil.start();
      const steady = await post(funil.url, ASKED);
      const free = await post(funil.url);
      await funil.stop();
      if (steady.non2xx + steady.errors + free.non2xx + free.errors > 0) {
        throw new Error('a notice was refused, or had no answer');
      }
      asked.push(steady.latency.p99);
      most.push(free.requests.average);
    }
    table[name] = {
      [`p99 ms at ${ASKED}/s`]: summarise(asked),
      'notices/s at most': summarise(most),
    };
  }
  return table;
}
