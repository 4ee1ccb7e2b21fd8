import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Funil } from '../testkit/funil.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { sendSteadily } from './load.ts';
import { summarize, type Table } from './statistics.ts';

const CONNECTIONS = 64;
const SECONDS = 6;
/** The load runs before the measurement, so that code is compiled. */
const WARM_UP_SECONDS = 6;
const STEADY_PER_SECOND = 2_000;
const SECRET = 'hottok';
const SAMPLE = '../testkit/simulate/platforms/hotmart/samples/approved.json';
const NOTICE = readFileSync(join(import.meta.dirname, SAMPLE), 'utf8').replaceAll(/\n\s*/g, '');

const HEADERS = { 'content-type': 'application/json', 'x-hotmart-hottok': SECRET };
const postbackUrl = (funil: Funil) => `${funil.url}/postbacks/hotmart`;
const makeNotice = () => ({ body: NOTICE.replace('HP2611031844', randomUUID()) });

const postAtFullSpeed = (funil: Funil) =>
  autocannon({
    url: postbackUrl(funil),
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: HEADERS,
    requests: [{ setupRequest: (request) => ({ ...request, ...makeNotice() }) }],
  });

const postSteadily = (funil: Funil, seconds: number) =>
  sendSteadily({
    url: postbackUrl(funil),
    headers: HEADERS,
    next: makeNotice,
    connections: CONNECTIONS,
    perSecond: STEADY_PER_SECOND,
    seconds,
  });

/** Sends notices of different sales over 64 connections, at a steady rate and at full speed. */
export async function benchPostbacks(rounds: number): Promise<Table> {
  await using postgres = await startPostgres();
  const env = { HOTMART_HOTTOK: SECRET };
  const makers = {
    SQLite: async () => new Funil({ env }),
    PostgreSQL: async () =>
      new Funil({ env: { ...env, DATABASE_URL: await postgres.createDatabase() } }),
  };
  const table: Table = {};
  for (const [name, make] of Object.entries(makers)) {
    const maxPerSecond: number[] = [];
    const firstP99: number[] = [];
    const steadyP99: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using funil = await make();
      await funil.start();
      const warming = await postSteadily(funil, WARM_UP_SECONDS);
      const steady = await postSteadily(funil, SECONDS);
      const full = await postAtFullSpeed(funil);
      await funil.stop();
      if (warming.failed + steady.failed + full.non2xx + full.errors > 0) {
        throw new Error('a notice failed');
      }
      firstP99.push(warming.p99);
      steadyP99.push(steady.p99);
      maxPerSecond.push(full.requests.average);
    }
    table[name] = {
      [`p99 ms at ${STEADY_PER_SECOND}/s`]: summarize(steadyP99, 1),
      [`p99 ms, the first ${WARM_UP_SECONDS} s`]: summarize(firstP99, 1),
      'max notices/s': summarize(maxPerSecond),
    };
  }
  return table;
}
