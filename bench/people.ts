// Counts the marked among 10,000 invented people, and the unmarked robots of several kinds.
import { randomUUID } from 'node:crypto';
import { BROWSER_HEADERS } from '../testkit/browser-headers.ts';
import { queryTables } from '../testkit/databases/query-tables.ts';
import { FORM_SITE } from '../testkit/forms/form-site.ts';
import { makeEvent, makeLead } from '../testkit/rows.ts';
import { makeFolder, postRows, writeSite } from '../testkit/start-app.ts';
import { runFile, startServer } from '../testkit/start-process.ts';
import type { FigureTable } from './load.ts';

const PEOPLE = Number(process.env.PEOPLE ?? 10_000);
const SESSIONS_PER_ROBOT_KIND = Number(process.env.ROBOTS ?? 500);
const CONCURRENT_SESSIONS = 8;
const AREA_CODES = [11, 19, 21, 27, 31, 41, 47, 51, 61, 62, 71, 81, 85, 91, 98];
const USER_AGENTS = [
  BROWSER_HEADERS['user-agent'],
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0.0.20.96 (iPhone15,2; iOS 17_5; pt_BR; pt; scale=3.00)',
  'Mozilla/5.0 (Linux; Android 13; SM-A536E Build/TP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/440.0.0.34.106;]',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
];

const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[], n: number): Item => {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};
/** Returns a phone number that no other visitor has, for an `n` below 10,000,000. */
const phoneOf = (n: number) =>
  `(${pick(AREA_CODES, n)}) 9${String(60_000_000 + n * 3).slice(0, 8)}`;
/** Returns a visitor's address, which `perAddress` visitors share, as subscribers of a mobile network do. */
const addressOf = (n: number, perAddress: number) => {
  const addressNumber = Math.floor(n / perAddress);
  return `177.${(addressNumber >> 16) & 255}.${(addressNumber >> 8) & 255}.${addressNumber & 255}`;
};

/** Says how the sessions differ from those of a person who types into the form. `n` is the visitor's number. */
interface VisitorKind {
  readonly signs?: string;
  readonly seconds?: (n: number) => number;
  readonly phone?: (n: number) => string;
  /** How many visitors share an address. */
  readonly perAddress?: number;
  readonly userAgents?: readonly string[];
  /** Null if the visitor is a program that sends no headers of a browser. */
  readonly languages?: readonly string[] | null;
  /** Whether the visit sends no events, because the browser refuses storage or runs no script. */
  readonly isUnmeasured?: boolean;
  readonly isPlainForm?: boolean;
}

const LANGUAGES = ['pt-BR,pt;q=0.9', 'pt-BR', 'en-US,en;q=0.5'];

function headersOf(address: string, kind: VisitorKind, n: number): Record<string, string> {
  const { perAddress = 3, userAgents = USER_AGENTS, languages = LANGUAGES } = kind;
  return {
    'user-agent': pick(userAgents, n),
    'x-forwarded-for': addressOf(n, perAddress),
    ...(languages && { 'accept-language': pick(languages, n) }),
    ...(languages === LANGUAGES && { origin: address, 'sec-fetch-site': 'same-origin' }),
  };
}

async function sendSession(address: string, kind: VisitorKind, n: number): Promise<boolean> {
  const { signs, isUnmeasured, isPlainForm } = kind;
  const headers = headersOf(address, kind, n);
  const telefone = (kind.phone ?? phoneOf)(n);
  const nome = `Pessoa ${telefone}`;
  if (isPlainForm) {
    const form = { method: 'POST', redirect: 'manual', headers } as const;
    const body = new URLSearchParams({ nome, telefone });
    const response = await fetch(`${address}/formulario/lead`, { ...form, body });
    return response.status === 303;
  }
  const key = randomUUID();
  const session_id = randomUUID();
  const responses: Response[] = [];
  const sendEvents = async (...events: object[]) => {
    if (isUnmeasured) return;
    const rows = events.map((event) => makeEvent({ session_id, secao: null, ...event }));
    responses.push(await postRows(address, 'jornada', rows, headers));
  };
  await sendEvents(
    { name: 'session_start', payload: {} },
    { name: 'form_start', payload: { form: 'lead' } },
  );
  const tempo_jornada_segundos = kind.seconds?.(n) ?? 8 + (n % 300);
  const more = { 'idempotency-key': key, ...(signs && { 'x-suspect': signs }) };
  const lead = makeLead({ nome, telefone, tempo_jornada_segundos });
  responses.push(await postRows(address, 'leads', lead, { ...headers, ...more }));
  const payload = { currency: 'BRL', value: 0 };
  await sendEvents({ name: 'generate_lead', payload, lead_ref: key });
  return responses.every(({ status }) => status === 201);
}

const PEOPLE_KINDS: Readonly<Record<string, VisitorKind>> = {
  typed: {},
  // The form is sent 3 to 7 s after opening, which the page's script does not report as too fast.
  autofilled: { seconds: (n) => 3 + (n % 5) },
  pasted: {},
  'by keyboard': {},
  'scripts late': {},
  // The page's script reports `too-fast`, because it counts the time from an early click.
  'in haste': { signs: 'too-fast' },
  'mistyped area code': { phone: (n) => phoneOf(n).replace(/^\(../, '(20') },
  'storage refused': { isUnmeasured: true },
  'without scripts': { isPlainForm: true },
  'one office': { perAddress: 40 },
};

const PROGRAM: VisitorKind = { perAddress: 1, seconds: () => 42, isUnmeasured: true };
const HEADLESS: VisitorKind = { perAddress: 1, seconds: () => 1, signs: 'too-fast' };

const ROBOT_KINDS: Readonly<Record<string, VisitorKind>> = {
  'HTTP client': {
    ...PROGRAM,
    userAgents: ['curl/8.5.0', 'python-requests/2.32.3', 'node', 'Go-http-client/2.0'],
    languages: null,
  },
  // fetch of Node adds a language that no browser sends.
  'HTTP client, masked': { ...PROGRAM, languages: ['*'] },
  'known robot': {
    perAddress: 1,
    userAgents: [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'facebookexternalhit/1.1',
      'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    ],
  },
  headless: { ...HEADLESS, signs: 'headless,too-fast' },
  'headless, masked': { ...HEADLESS, perAddress: 50 },
  'burst of a phone': { ...HEADLESS, phone: (n) => phoneOf(Math.floor(n / 50)) },
  'filled honeypot': { signs: 'honeypot' },
};

/** Sends `count` sessions of a kind. Returns how many of them the server did not store. */
async function sendAll(address: string, kind: VisitorKind, firstNumber: number, count: number) {
  let [nextNumber, refused] = [firstNumber, 0];
  const sendRemaining = async () => {
    while (nextNumber < firstNumber + count) {
      const n = nextNumber;
      nextNumber += 1;
      if (!(await sendSession(address, kind, n))) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SESSIONS }, sendRemaining));
  return refused;
}

export async function benchPeople(): Promise<FigureTable> {
  using folder = makeFolder();
  writeSite(`${folder.path}/site`, FORM_SITE);
  const env = {
    DATA_DIR: `${folder.path}/data`,
    SITE_DIR: `${folder.path}/site`,
    RATE_LIMIT: '0',
    TRUST_PROXY: 'loopback',
  };
  await using server = await startServer(env);
  const query = queryTables(env);
  const table: FigureTable = {};
  const count = async (sql: string) => Number((await query(sql))[0]?.n);
  const waitForConsumers = async () => {
    while ((await count('select count(*) as n from funil.changes where due_at is null')) > 0) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  let sentSessions = 0;
  const measure = async (name: string, kind: VisitorKind, sessions: number) => {
    const maxIdBefore = await count('select coalesce(max(id), 0) as n from leads');
    const refused = await sendAll(server.address, kind, sentSessions, sessions);
    sentSessions += sessions;
    await waitForConsumers();
    const markedLeads = await count(
      `select count(*) as n from leads where id > ${maxIdBefore} and suspect is not null`,
    );
    const storedLeads = await count(`select count(*) as n from leads where id > ${maxIdBefore}`);
    table[name] = {
      sessions: String(sessions),
      refused: String(refused),
      stored: String(storedLeads),
      marked: String(markedLeads),
      '% marked': ((100 * markedLeads) / storedLeads).toFixed(2),
    };
  };
  const kinds = Object.entries(PEOPLE_KINDS);
  for (const [name, kind] of kinds) await measure(name, kind, Math.round(PEOPLE / kinds.length));
  for (const [name, kind] of Object.entries(ROBOT_KINDS))
    await measure(`robot: ${name}`, kind, SESSIONS_PER_ROBOT_KIND);
  const { stdout, stderr } = await runFile('commands/report.ts', ['--json', '-', '--esperar'], env);
  if (stdout === '') throw new Error(stderr);
  const { funnel, excluded } = JSON.parse(stdout);
  const rows = {
    visits: 'select count(*) as n from funil.visits',
    leads: 'select count(*) as n from leads',
  };
  for (const name of ['visits', 'leads'] as const) {
    table[`report: ${name}`] = {
      sessions: String(await count(rows[name])),
      stored: String(funnel[name]),
      marked: String(excluded[name]),
    };
  }
  return table;
}
