import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@funil/contract/durations';
import {
  type DatabaseSettings,
  onBothDatabases,
  type ServerWithConsole,
  startWithConsole,
} from './databases.ts';
import { fillDatabase } from './fill.ts';
import { type FigureTable, readMemory, sendLeads, summarize } from './load.ts';

/** An operator's requests, by the name of their row in the table. Every round replaces `#` by another number. */
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
  'new applications': 'applications?state=novo&source=meta',
  'an address': 'applications?q=pessoa123##@exemplo',
  sales: 'sales',
  today: 'today',
  'a month of a campaign': `leads?from=${dateDaysAgo(70)}&until=${dateDaysAgo(40)}&campaign=campanha-#`,
  'a name of a month': `leads?from=${dateDaysAgo(70)}&until=${dateDaysAgo(40)}&q=paulo`,
};

const CAPTURE_SECONDS = 15;
const REQUEST_INTERVAL_MS = 20;

/** Returns a past date. The rows of an old period are far from the start of the list, and so are slower to find. */
function dateDaysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** Fills in a number that differs in each round, and lists one row for each person, as the console does. */
const fillPath = (path: string, round: number) =>
  path
    .replace(/^(leads|applications)\??/, '$1?people=1&')
    .replace('##', String(10 + round))
    .replace('#', String(round));

async function measureRequest({ ask }: ServerWithConsole, path: string): Promise<number> {
  const start = performance.now();
  await ask(path);
  return performance.now() - start;
}

async function sendLeadsBeside(
  server: ServerWithConsole,
  paths: readonly string[],
): Promise<string> {
  let isStopped = false;
  const requests = (async () => {
    for (let round = 1; !isStopped; round += 1) {
      for (const path of paths) {
        if (isStopped) break;
        await server.ask(fillPath(path, round));
        await pause(REQUEST_INTERVAL_MS);
      }
    }
  })();
  const leads = await sendLeads(server.funil.url, CAPTURE_SECONDS);
  isStopped = true;
  await requests;
  return leads;
}

async function measureConsole(settings: DatabaseSettings, rounds: number) {
  await using server = await startWithConsole(settings, async (dataDir) => {
    await fillDatabase({ DATA_DIR: dataDir, DATABASE_URL: settings.DATABASE_URL });
  });
  const figures: Record<string, string> = {};
  const report = `report?from=${dateDaysAgo(29)}&until=${dateDaysAgo(0)}`;
  const requests = { ...REQUESTS, 'report of 30 days': report };
  for (const [name, path] of Object.entries(requests)) {
    const times: number[] = [];
    // The first round only fills the caches and is not measured.
    for (let round = 0; round <= rounds; round += 1) {
      // The server would answer a repeated period with a stored report.
      const pathOfRound = name.startsWith('report')
        ? path.replace(dateDaysAgo(29), dateDaysAgo(29 + round))
        : path;
      const ms = await measureRequest(server, fillPath(pathOfRound, round));
      if (round > 0) times.push(ms);
    }
    figures[`${name}, ms`] = summarize(times);
  }
  await sendLeads(server.funil.url, 5);
  figures['leads at 200/s'] = await sendLeads(server.funil.url, CAPTURE_SECONDS);
  figures['beside lists and searches'] = await sendLeadsBeside(server, Object.values(REQUESTS));
  const reports = Array.from({ length: 400 }, (_, n) =>
    report.replace(dateDaysAgo(29), dateDaysAgo(30 + n)),
  );
  figures['beside reports'] = await sendLeadsBeside(server, reports);
  figures['memory at the end, MB'] = readMemory(server.funil.pid).now.toFixed(0);
  return figures;
}

/** The database has the rows of the agreed load, or the fraction that the environment variable SHARE states. */
export const benchConsole = (rounds: number): Promise<FigureTable> =>
  onBothDatabases((settings) => measureConsole(settings, rounds));
