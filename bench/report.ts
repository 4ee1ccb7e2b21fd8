import { DatabaseSync } from 'node:sqlite';
import { toBrowserReport } from '../server/src/report/export.ts';
import { type Days, readPeriod } from '../server/src/report/period.ts';
import { readReport } from '../server/src/report/read-report.ts';
import { openDatabase } from '../server/src/store/open-database.ts';
import { openForWriting } from '../server/src/store/sqlite/database.ts';
import { makeFolder } from '../testkit/start-app.ts';
import { summarize, type Table } from './statistics.ts';

const EVENTS = 10_000_000;
const LEADS = 300_000;
const SALES = 100_000;
const ADS = 500;
const DAYS = 400;
const DAY_MS = 86_400_000;

/** Measures the report of 30 and of 400 days, and by lead, with ten million events and 200,000 rows of spend (SQLite). */
export async function benchReport(rounds: number) {
  using folder = makeFolder();
  fill(folder.path);
  await using database = await openDatabase({ dataDir: folder.path, databaseUrl: null }, 'read');
  const table: Table = {};
  const today = new Date().toISOString().slice(0, 10);
  const month = new Date(Date.now() - 29 * DAY_MS).toISOString().slice(0, 10);
  const views: readonly [string, Days, boolean][] = [
    ['30 days', { first: month, last: today }, false],
    ['30 days by lead', { first: month, last: today }, true],
    ['400 days', { first: undefined, last: undefined }, false],
  ];
  for (const [name, days, isByLead] of views) {
    const read = readPeriod(days);
    if (!read.ok) throw new Error('no period');
    const request = {
      scope: { period: read.period, isByLead },
      now: Date.now(),
      sections: [],
      adTax: [{ since: '2026-01-01', millionths: 121_500 }],
    };
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const begin = performance.now();
      const report = toBrowserReport(await readReport(database, request), days);
      times.push(performance.now() - begin);
      if (report.money.cost_cents === 0) throw new Error('no spend');
    }
    table[name] = { ms: summarize(times) };
  }
  table.memory = { 'peak MB': String(Math.round(process.resourceUsage().maxRSS / 1024)) };
  return table;
}

/** Stores rows of each kind, spread over the days before now and over the ads. */
function fill(dataDir: string) {
  openForWriting(dataDir).close();
  using database = new DatabaseSync(`${dataDir}/funil.db`);
  const start = Date.now() - DAYS * DAY_MS;
  const rows = (count: number) =>
    `(with recursive rows (i) as (select 0 union all select i + 1 from rows where i < ${count - 1}) select i from rows)`;
  const timeOf = (count: number) => `(${start} + cast(i * ${(DAYS * DAY_MS) / count} as integer))`;
  const iso = (ms: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${ms} / 1000.0, 'unixepoch')`;
  const key = (number: string) => `printf('00000000-0000-4000-8000-%012d', ${number})`;
  const ad = (number: string) => `(${number}) * 7919 % ${ADS}`;
  const utms = (number: string) =>
    `'ig', 'Conjunto ' || (${number}) / 5 || '|2' || (${number}) / 5, 'Campanha ' || (${number}) / 25 || '|1' || (${number}) / 25,
     'Criativo ' || (${number}) || '|3' || (${number})`;
  database.exec(`pragma synchronous = off; begin;
    insert into events (id, session_id, created_at, occurred_at, name, payload, utm_source, utm_medium,
      utm_campaign, utm_content, utm_term)
    select randomblob(16), randomblob(16), ${timeOf(EVENTS)}, ${timeOf(EVENTS)}, 'bench_event', '{}', '', '', '', '', ''
    from ${rows(EVENTS)};
    update visit_progress set last_number = ${EVENTS};
    insert into visit_origins select 'o' || i, ${utms('i')} from ${rows(ADS)};
    insert into visit_totals (day, origin, kind, label, visits, amount)
    select date(${start / 1000} + (i / ${ADS}) * 86400, 'unixepoch'), 'o' || (i % ${ADS}), kind, '', 1 + i % 7, 0
    from ${rows(ADS * DAYS)}, (select column1 as kind from (values ('visit'), ('cta'), ('lead'), ('checkout')))
    where i % 3 = 0;
    insert into leads (created_at, idempotency_key, nome, telefone, utm_source, utm_medium, utm_campaign,
      utm_content, utm_term, botoes_clicados, tempo_jornada_segundos, paginas_visitadas, origem_timestamp)
    select ${iso(timeOf(LEADS))}, ${key('i')}, 'Maria Silva', '(11) 98765-' || printf('%04d', i % 10000),
      ${utms(ad('i'))}, '', '[]', 9, 1, ${iso(timeOf(LEADS))} from ${rows(LEADS)};
    insert into sales (platform, sale_key, "transaction", order_id, state, value_cents, net_cents, currency,
      method, product_name, begun_at, paid_at, is_test, candidates, matched_by, lead_source, lead_ref, lead_id,
      buyer_phone, buyer_email)
    select 'hotmart', 'T' || i, 'T' || i, case when i % 10 = 9 then 'T' || (i - 1) else 'T' || i end, 'paid', 149710,
      case when i % 4 then 130000 end, 'BRL', 'pix', 'Comunidade', ${iso(timeOf(SALES))}, ${iso(timeOf(SALES))}, 0, 1,
      'reference', 'lead', ${key('i * 3')}, i * 3 + 1, '+55119' || (10000000 + i * 7), 'pessoa' || i || '@example.com'
    from ${rows(SALES)};
    insert into ad_spend (network, account, day, campaign_id, campaign_name, set_id, set_name, ad_id, ad_name,
      line_key, currency, spend_cents, source, added_by)
    select 'meta', '1', date(${start / 1000} + (i / ${ADS}) * 86400, 'unixepoch'), '1' || (i % ${ADS}) / 25,
      'Campanha', '2' || (i % ${ADS}) / 5, 'Conjunto', '3' || (i % ${ADS}), 'Criativo', 'line ' || (i % ${ADS}),
      'BRL', 1000 + i % 977, 'csv', 1
    from ${rows(ADS * DAYS)};
    commit; analyze;`);
}
