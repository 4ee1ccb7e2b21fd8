import { setTimeout as pause } from 'node:timers/promises';
import { createContactsUpdater } from '@funil/server/leads/contacts/update-contacts';
import type { Database } from '@funil/server/store/database';
import { sendLeadsBesideBusyCore, sendLeadsSteadily } from './load.ts';
import type { OpenConsole } from './open-console.ts';

/** What an operator asks for, by name; `#` is another number each time. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'first page': 'leads',
  'largest page': 'leads?limit=200',
  campaign: 'leads?campaign=campanha-#',
  'source and campaign that never meet': 'leads?source=google&campaign=campanha-2',
  'rare campaign': 'leads?campaign=campanha-rara',
  'state and campaign': 'leads?state=perdido&campaign=campanha-#',
  'rare state': 'leads?state=comprou',
  'new ones': 'leads?state=novo&source=meta',
  suspected: 'leads?suspect=yes&campaign=campanha-#',
  'a name': 'leads?q=maria',
  'two names that seldom meet': 'leads?q=everton%20vargas',
  'a rare name': 'leads?q=zuleika',
  'one letter': 'leads?q=m',
  nobody: 'leads?q=qwertz',
  'a number': 'leads?q=(11)%2091234-50##',
  'name and state': 'leads?q=ana&state=em_conversa',
  'applications sent': 'applications?stage=sent&source=meta',
  'an address': 'applications?q=pessoa123##@exemplo',
  sales: 'sales',
  today: 'today',
};

/** The date of so many days ago: the newest row of a period is far from the list's beginning. */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

function questionsOf(round: number): [name: string, path: string][] {
  const fill = (path: string) => path.replace('##', String(10 + round)).replace('#', String(round));
  return [
    ...Object.entries(QUESTIONS).map(([name, path]): [string, string] => [name, fill(path)]),
    ['a month of a campaign', `leads?from=${day(70)}&until=${day(40)}&campaign=campanha-${round}`],
    ['a name of a month', `leads?from=${day(70)}&until=${day(40)}&q=paulo`],
  ];
}

/** Asks one question. Returns the time to its complete answer in ms. */
async function ask({ url, headers }: OpenConsole, path: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/console/v1/${path}`, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return performance.now() - start;
}

/** Asks every question, one at a time, over a filled database. Returns times in ms by question. */
export async function measureQueries(opened: OpenConsole, rounds: number) {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, path] of questionsOf(round)) {
      const took = await ask(opened, path);
      // The first round warms up what a server that has run for a while has in memory.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), took]);
    }
  }
  return times;
}

/** Leads that arrive later, to measure how fast they are listed. */
const FURTHER_LEADS = 5_000;
const COPIED = [
  ...(['nome', 'telefone', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const),
  ...(['utm_term', 'botoes_clicados', 'tempo_jornada_segundos', 'paginas_visitadas'] as const),
  ...(['origem_timestamp', 'suspect', 'created_at'] as const),
];

/** Lists further leads. Returns rows per second, and bytes per row. */
export async function measureListing(database: Database, bytes: () => Promise<number>) {
  const before = await bytes();
  const updater = createContactsUpdater(database);
  while ((await updater.step()) !== 'done');
  const { id: last } = await database
    .selectFrom('leads')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('leads')
    .columns(COPIED)
    .expression((from) =>
      from
        .selectFrom('leads')
        .select(COPIED)
        .where('id', '>', last - FURTHER_LEADS),
    )
    .execute();
  const start = performance.now();
  while ((await updater.step()) !== 'done');
  const rate = (FURTHER_LEADS / (performance.now() - start)) * 1_000;
  return { rate, perRow: ((await bytes()) - before) / FURTHER_LEADS };
}

const CAPTURE_SECONDS = 10;
/** Far more than any launch, and less than the machine can. */
const LEADS_PER_SECOND = 1_000;
const QUESTION_INTERVAL_MS = 20;

/** Asks lists, searches, filters, and a month's report now and then. Returns the number of questions. */
async function askOn(opened: OpenConsole, signal: AbortSignal): Promise<number> {
  let asked = 0;
  for (let round = 1; !signal.aborted; round += 1) {
    const report = `report?from=${day(29)}&until=${day(0)}`;
    for (const [, path] of [...questionsOf(round), ['a report', report]]) {
      if (signal.aborted || path === undefined) break;
      await ask(opened, path);
      asked += 1;
      await pause(QUESTION_INTERVAL_MS);
    }
  }
  return asked;
}

/** Captures leads at a steady rate: alone, beside a busy core, and while the console is asked. Returns p99 in ms. */
export async function measureCaptures(opened: OpenConsole) {
  const load = { url: opened.funil.url, perSecond: LEADS_PER_SECOND, seconds: CAPTURE_SECONDS };
  await sendLeadsSteadily({ ...load, seconds: 2 });
  const alone = await sendLeadsSteadily(load);
  const beside = await sendLeadsBesideBusyCore(load);
  const stop = new AbortController();
  const asking = askOn(opened, stop.signal);
  const busy = await sendLeadsSteadily(load);
  stop.abort();
  const questions = (await asking) / CAPTURE_SECONDS;
  const failed = alone.failed + beside.failed + busy.failed;
  if (failed > 0) throw new Error(`${failed} leads were refused or not answered`);
  return { alone: alone.p99, besideBusyCore: beside.p99, asked: busy.p99, questions };
}
