import { setTimeout as pause } from 'node:timers/promises';
import { createConsumer } from '@funil/server/deliveries/outbox/consume-changes';
import { PLATFORMS } from '@funil/server/sales/platforms/platforms';
import type { Database } from '@funil/server/store/database';
import { sendLeadsSteadily, sendLeadsWithBusyCore } from './load.ts';
import type { ConsoleServer } from './start-console.ts';

/** Requests of an operator by name; each round replaces `#` by another number. */
const REQUESTS: Readonly<Record<string, string>> = {
  'first page': 'leads',
  'largest page': 'leads?limit=200',
  campaign: 'leads?campaign=campanha-#',
  'source and campaign without common leads': 'leads?source=google&campaign=campanha-2',
  'rare campaign': 'leads?campaign=campanha-rara',
  'state and campaign': 'leads?state=perdido&campaign=campanha-#',
  'rare state': 'leads?state=comprou',
  'new leads': 'leads?state=novo&source=meta',
  suspected: 'leads?suspect=yes&campaign=campanha-#',
  'a name': 'leads?q=maria',
  'a rare combination of names': 'leads?q=everton%20vargas',
  'a rare name': 'leads?q=zuleika',
  'one letter': 'leads?q=m',
  'no match': 'leads?q=qwertz',
  'a number': 'leads?q=(11)%2091234-50##',
  'name and state': 'leads?q=ana&state=em_conversa',
  'applications sent': 'applications?stage=sent&source=meta',
  'an address': 'applications?q=pessoa123##@exemplo',
  sales: 'sales',
  today: 'today',
};

/** Returns a past date. The rows of an old period are far from the start of the list. */
const dateDaysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function listRequests(round: number): [name: string, path: string][] {
  const fill = (path: string) => path.replace('##', String(10 + round)).replace('#', String(round));
  return [
    ...Object.entries(REQUESTS).map(([name, path]): [string, string] => [name, fill(path)]),
    [
      'a month of a campaign',
      `leads?from=${dateDaysAgo(70)}&until=${dateDaysAgo(40)}&campaign=campanha-${round}`,
    ],
    ['a name of a month', `leads?from=${dateDaysAgo(70)}&until=${dateDaysAgo(40)}&q=paulo`],
  ];
}

/** Returns the time to a complete response in ms. */
async function measureRequest({ url, headers }: ConsoleServer, path: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/console/v1/${path}`, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return performance.now() - start;
}

/** Sends all requests sequentially to a filled database. Returns response times in ms by request. */
export async function measureQueries(server: ConsoleServer, rounds: number) {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, path] of listRequests(round)) {
      const duration = await measureRequest(server, path);
      // The first round fills the caches.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), duration]);
    }
  }
  return times;
}

/** Leads added to measure the contacts updater. */
const ADDED_LEADS = 5_000;
const COPIED_COLUMNS = [
  ...(['nome', 'telefone', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const),
  ...(['utm_term', 'botoes_clicados', 'tempo_jornada_segundos', 'paginas_visitadas'] as const),
  ...(['origem_timestamp', 'suspect', 'created_at'] as const),
];

/** Adds contacts of new leads. Returns rows per second and bytes per row. */
export async function measureListing(database: Database, bytes: () => Promise<number>) {
  const before = await bytes();
  const sales = { adapters: PLATFORMS, attributionDays: 30 };
  const consume = createConsumer(database, { sales, now: Date.now, replyHours: () => null });
  while ((await consume()).hasMore);
  const { id: last } = await database
    .selectFrom('leads')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('leads')
    .columns(COPIED_COLUMNS)
    .expression((from) =>
      from
        .selectFrom('leads')
        .select(COPIED_COLUMNS)
        .where('id', '>', last - ADDED_LEADS),
    )
    .execute();
  const start = performance.now();
  while ((await consume()).hasMore);
  const rate = (ADDED_LEADS / (performance.now() - start)) * 1_000;
  return { rate, perRow: ((await bytes()) - before) / ADDED_LEADS };
}

const CAPTURE_SECONDS = 10;
/** Far more than any launch, but less than the machine's maximum. */
const LEADS_PER_SECOND = 1_000;
const REQUEST_INTERVAL_MS = 20;

/** Sends requests and reports until aborted. Returns the number of requests. */
async function sendRequests(server: ConsoleServer, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (let round = 1; !signal.aborted; round += 1) {
    const report = `report?from=${dateDaysAgo(29)}&until=${dateDaysAgo(0)}`;
    for (const [, path] of [...listRequests(round), ['a report', report]]) {
      if (signal.aborted || path === undefined) break;
      await measureRequest(server, path);
      count += 1;
      await pause(REQUEST_INTERVAL_MS);
    }
  }
  return count;
}

/** Captures leads at a steady rate: alone, with a busy core, and during console requests. Returns p99 in ms. */
export async function measureCaptures(server: ConsoleServer) {
  const load = { url: server.funil.url, perSecond: LEADS_PER_SECOND, seconds: CAPTURE_SECONDS };
  await sendLeadsSteadily({ ...load, seconds: 2 });
  const alone = await sendLeadsSteadily(load);
  const withBusyCore = await sendLeadsWithBusyCore(load);
  const stop = new AbortController();
  const sending = sendRequests(server, stop.signal);
  const withRequests = await sendLeadsSteadily(load);
  stop.abort();
  const requestsPerSecond = (await sending) / CAPTURE_SECONDS;
  const failed = alone.failed + withBusyCore.failed + withRequests.failed;
  if (failed > 0) throw new Error(`${failed} leads failed`);
  return {
    alone: alone.p99,
    withBusyCore: withBusyCore.p99,
    withRequests: withRequests.p99,
    requestsPerSecond,
  };
}
