import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Funil } from '../testkit/funil.ts';
import { startPostgres } from '../testkit/start-postgres.ts';
import { sendSteadily } from './load.ts';
import { summarize } from './statistics.ts';

const CONNECTIONS = 64;
const SECONDS = 6;
/** How long the same load goes on before it is measured: code that has just begun is not compiled yet. */
const WARM_UP = 6;
/** Notices a second that have to pass at ease. */
const ASKED = 2_000;
const SECRET = 'hottok';
const SAMPLE = '../server/src/sales/platforms/hotmart/samples/approved.json';
const NOTICE = readFileSync(join(import.meta.dirname, SAMPLE), 'utf8').replaceAll(/\n\s*/g, '');

const HEADERS = { 'content-type': 'application/json', 'x-hotmart-hottok': SECRET };
const addressOf = (funil: Funil) => `${funil.url}/postbacks/hotmart`;
const makeNotice = () => ({ body: NOTICE.replace('HP2611031844', randomUUID()) });

const postFreely = (funil: Funil) =>
  autocannon({
    url: addressOf(funil),
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: HEADERS,
    requests: [{ setupRequest: (request) => ({ ...request, ...makeNotice() }) }],
  });

const postSteadily = (funil: Funil, seconds: number) =>
  sendSteadily({
    url: addressOf(funil),
    headers: HEADERS,
    next: makeNotice,
    connections: CONNECTIONS,
    perSecond: ASKED,
    seconds,
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
    const first: number[] = [];
    const asked: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using funil = await make();
      await funil.start();
      const warming = await postSteadily(funil, WARM_UP);
      const steady = await postSteadily(funil, SECONDS);
      const free = await postFreely(funil);
      await funil.stop();
      if (warming.failed + steady.failed + free.non2xx + free.errors > 0) {
        throw new Error('a notice was refused, or had no answer');
      }
      first.push(warming.p99);
      asked.push(steady.p99);
      most.push(free.requests.average);
    }
    table[name] = {
      [`p99 ms at ${ASKED}/s`]: summarize(asked, 1),
      [`p99 ms, the first ${WARM_UP} s`]: summarize(first, 1),
      'notices/s at most': summarize(most),
    };
  }
  return table;
}
