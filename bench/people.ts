// Measures how many of 10,000 invented people a whole server marks as robots, and how many robots of several kinds are
// not marked.
import { randomUUID } from 'node:crypto';
import { BROWSER_HEADERS } from '../testkit/browser-headers.ts';
import { FORM_SITE } from '../testkit/form-site.ts';
import { queryTables } from '../testkit/query-tables.ts';
import { makeEvent, makeLead } from '../testkit/rows.ts';
import { insert, makeFolder, writeSite } from '../testkit/start-app.ts';
import { runFile, startServer } from '../testkit/start-process.ts';
import type { Table } from './load.ts';

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
  const place = Math.floor(n / perAddress);
  return `177.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`;
};

interface Session {
  readonly headers: Record<string, string>;
  readonly signs?: string;
  readonly seconds: number;
  readonly phone: string;
  /** Whether the visit sends no events, because the browser refuses storage or runs no script. */
  readonly isUnmeasured?: boolean;
  readonly isPlainForm?: boolean;
}

async function sendSession(address: string, session: Session): Promise<boolean> {
  const { headers, signs, seconds, phone, isUnmeasured, isPlainForm } = session;
  const key = randomUUID();
  const session_id = randomUUID();
  const nome = `Pessoa ${phone}`;
  const responses: Response[] = [];
  const event = (name: string, payload: object, more = {}) =>
    makeEvent({ session_id, name, payload, secao: null, ...more });
  if (isPlainForm) {
    const form = { method: 'POST', redirect: 'manual', headers } as const;
    const body = new URLSearchParams({ nome, telefone: phone });
    const response = await fetch(`${address}/formulario/lead`, { ...form, body });
    return response.status === 303;
  }
  if (!isUnmeasured) {
    const events = [event('session_start', {}), event('form_start', { form: 'lead' })];
    responses.push(await insert(address, 'jornada', events, headers));
  }
  const lead = makeLead({ nome, telefone: phone, tempo_jornada_segundos: seconds });
  const more = { 'idempotency-key': key, ...(signs && { 'x-suspect': signs }) };
  responses.push(await insert(address, 'leads', lead, { ...headers, ...more }));
  if (!isUnmeasured) {
    const payload = { currency: 'BRL', value: 0 };
    const events = [event('generate_lead', payload, { lead_ref: key })];
    responses.push(await insert(address, 'jornada', events, headers));
  }
  return responses.every(({ status }) => status === 201);
}

const browserHeaders = (address: string, n: number, perAddress = 3) => ({
  'user-agent': pick(USER_AGENTS, n),
  'accept-language': pick(['pt-BR,pt;q=0.9', 'pt-BR', 'en-US,en;q=0.5'], n),
  origin: address,
  'sec-fetch-site': 'same-origin',
  'x-forwarded-for': addressOf(n, perAddress),
});

/** Returns the session that a kind's visitor sends; `n` numbers all visitors. */
type VisitorKind = (address: string, n: number) => Session;

const personSession = (address: string, n: number): Session => ({
  headers: browserHeaders(address, n),
  seconds: 8 + (n % 300),
  phone: phoneOf(n),
});

const PEOPLE_KINDS: Readonly<Record<string, VisitorKind>> = {
  typed: personSession,
  // Sent 3 to 7 s after opening, which the page's script does not report as too fast.
  autofilled: (address, n) => ({ ...personSession(address, n), seconds: 3 + (n % 5) }),
  pasted: personSession,
  'by keyboard': personSession,
  'scripts late': personSession,
  // The page's script reports `too-fast`, because it counts the time from an early click.
  'in haste': (address, n) => ({ ...personSession(address, n), signs: 'too-fast' }),
  'mistyped area code': (address, n) => ({
    ...personSession(address, n),
    phone: phoneOf(n).replace(/^\(../, '(20'),
  }),
  'storage refused': (address, n) => ({ ...personSession(address, n), isUnmeasured: true }),
  'without scripts': (address, n) => ({ ...personSession(address, n), isPlainForm: true }),
  'one office': (address, n) => ({
    ...personSession(address, n),
    headers: browserHeaders(address, n, 40),
  }),
};

const ROBOT_KINDS: Readonly<Record<string, VisitorKind>> = {
  'HTTP client': (_, n) => ({
    headers: {
      'user-agent': pick(['curl/8.5.0', 'python-requests/2.32.3', 'node', 'Go-http-client/2.0'], n),
      'x-forwarded-for': addressOf(n, 1),
    },
    seconds: 42,
    phone: phoneOf(n),
    isUnmeasured: true,
  }),
  // fetch of Node adds a language that no browser sends.
  'HTTP client, masked': (_, n) => ({
    headers: {
      'user-agent': pick(USER_AGENTS, n),
      'accept-language': '*',
      'x-forwarded-for': addressOf(n, 1),
    },
    seconds: 42,
    phone: phoneOf(n),
    isUnmeasured: true,
  }),
  'known robot': (address, n) => ({
    ...personSession(address, n),
    headers: {
      ...browserHeaders(address, n, 1),
      'user-agent': pick(
        [
          'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
          'facebookexternalhit/1.1',
          'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
        ],
        n,
      ),
    },
  }),
  headless: (address, n) => ({
    ...personSession(address, n),
    headers: browserHeaders(address, n, 1),
    seconds: 1,
    signs: 'headless,too-fast',
  }),
  'headless, masked': (address, n) => ({
    ...personSession(address, n),
    headers: browserHeaders(address, n, 50),
    seconds: 1,
    signs: 'too-fast',
  }),
  'burst of a phone': (address, n) => ({
    ...personSession(address, n),
    headers: browserHeaders(address, n, 1),
    seconds: 1,
    signs: 'too-fast',
    phone: phoneOf(Math.floor(n / 50)),
  }),
  'filled trap': (address, n) => ({ ...personSession(address, n), signs: 'honeypot' }),
};

/** Sends `count` sessions of a kind. Returns how many of them the server did not store. */
async function sendAll(address: string, kind: VisitorKind, first: number, count: number) {
  let [next, refused] = [first, 0];
  const sendRemaining = async () => {
    while (next < first + count) {
      const n = next;
      next += 1;
      if (!(await sendSession(address, kind(address, n)))) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SESSIONS }, sendRemaining));
  return refused;
}

export async function benchPeople(): Promise<Table> {
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
  const table: Table = {};
  const count = async (sql: string) => Number((await query(sql))[0]?.n);
  const waitForConsumers = async () => {
    while ((await count('select count(*) as n from funil.changes where due_at is null')) > 0) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  let sentSessions = 0;
  const measure = async (name: string, kind: VisitorKind, sessions: number) => {
    const before = await count('select coalesce(max(id), 0) as n from leads');
    const refused = await sendAll(server.address, kind, sentSessions, sessions);
    sentSessions += sessions;
    await waitForConsumers();
    const marked = await count(
      `select count(*) as n from leads where id > ${before} and suspect is not null`,
    );
    const stored = await count(`select count(*) as n from leads where id > ${before}`);
    table[name] = {
      sessions: String(sessions),
      refused: String(refused),
      stored: String(stored),
      marked: String(marked),
      '% marked': ((100 * marked) / stored).toFixed(2),
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
