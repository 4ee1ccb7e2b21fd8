import { DatabaseSync } from 'node:sqlite';
import { runQuery } from '../testkit/start-postgres.ts';

/** Rows of one statement. */
const STRETCH = 250_000;
/** Days over which the rows lie, up to now. */
const DAYS = 90;
/** Events of a visit, one kind after the other: name, section, payload. */
const VISIT: readonly (readonly [name: string, secao: string | null, payload: string])[] = [
  ['session_start', null, '{}'],
  ['page_view', null, '{"page_title":"Engrena IA - Comunidade de IA","page_location":"/"}'],
  ['web_vital', null, '{"metric":"LCP","value":%,"rating":"good"}'],
  ['section_view', 'hero', '{"time_in_view_ms":%}'],
  ['scroll_depth', 'hero', '{"percent":50}'],
  ['section_view', 'problema', '{"time_in_view_ms":%}'],
  ['scroll_depth', 'problema', '{"percent":100}'],
  ['section_view', 'casos', '{"time_in_view_ms":%}'],
  ['web_vital', null, '{"metric":"INP","value":%,"rating":"good"}'],
  ['cta_click', 'oferta', '{"button_name":"Quero entrar","opens":"lead"}'],
  ['form_start', null, '{"form":"lead","field":"nome"}'],
];
const SIZE = VISIT.length;
const SOURCES = ['instagram', 'google', 'meta', 'stories'];
const CAMPAIGNS = 40;

const literal = (text: string | null) => (text === null ? 'null' : `'${text}'`);
const pick = (place: 0 | 1 | 2) =>
  `case i % ${SIZE} ${VISIT.map((kind, index) => `when ${index} then ${literal(kind[place])}`).join(' ')} end`;

/** The last of a visit's events, or one that makes it a lead: every hundredth visit. */
const isLead = `i % ${SIZE} = ${SIZE - 1} and (i / ${SIZE}) % 100 = 0`;
const name = `case when ${isLead} then 'generate_lead' else ${pick(0)} end`;
const payload = `replace(case when ${isLead} then '{"currency":"BRL","value":0}' else ${pick(2)} end,
  '%', cast(200 + (i * 7919) % 3000 as text))`;
const visit = `(i / ${SIZE})`;
const source = `case ${visit} % 4 ${SOURCES.map((text, index) => `when ${index} then '${text}'`).join(' ')} end`;
const origin = `${source}, 'social', 'campanha-' || (${visit} % ${CAMPAIGNS}), 'criativo-' || (${visit} % 7), ''`;

/** Fills an embedded database with the events of visits, in the order of time. */
export function fillSqlite(file: string, count: number): void {
  using database = new DatabaseSync(file);
  database.exec('pragma synchronous = off; pragma cache_size = -400000');
  const start = Date.now() - DAYS * 86_400_000;
  const step = (DAYS * 86_400_000) / count;
  // The rules are what captures are held to; these rows keep them.
  const [limits] = database
    .prepare("select sql from sqlite_schema where name = 'events_keep_limits'")
    .all();
  database.exec('drop trigger events_keep_limits');
  for (let first = 0; first < count; first += STRETCH) {
    const last = Math.min(first + STRETCH, count) - 1;
    database.exec(`
      insert into events (id, session_id, created_at, occurred_at, name, secao, payload, utm_source,
        utm_medium, utm_campaign, utm_content, utm_term, lead_ref)
      with recursive rows (i) as (select ${first} union all select i + 1 from rows where i < ${last}),
      visits (number, session_id) as materialized (
        select distinct ${visit}, null from rows
      ), sessions as materialized (select number, randomblob(16) as session_id from visits)
      select randomblob(16), sessions.session_id, cast(${start} + i * ${step} as integer),
        cast(${start} + i * ${step} as integer), ${name}, ${pick(1)}, ${payload}, ${origin}, null
      from rows join sessions on sessions.number = ${visit} order by i`);
  }
  database.exec(`${String(limits?.sql)}; pragma wal_checkpoint(truncate)`);
}

/** Fills a PostgreSQL likewise. */
export async function fillPostgres(address: string, count: number): Promise<void> {
  const time = `now() - interval '1 second' * ((${count} - i) * ${(DAYS * 86_400) / count})`;
  // Without triggers; the order of numbers is that of the rows.
  const before = 'set session_replication_role = replica; set synchronous_commit = off';
  for (let first = 0; first < count; first += STRETCH) {
    const last = Math.min(first + STRETCH, count) - 1;
    const rows = `
      insert into public.jornada (id, session_id, created_at, occurred_at, name, secao, payload,
        utm_source, utm_medium, utm_campaign, utm_content, utm_term)
      select gen_random_uuid(), md5('visit ' || ${visit})::uuid, ${time}, ${time}, ${name},
        ${pick(1)}, (${payload})::jsonb, ${origin}
      from generate_series(${first}::bigint, ${last}) as i`;
    await runQuery(address, rows, before);
  }
  await runQuery(address, 'vacuum analyze public.jornada');
  await runQuery(address, 'checkpoint');
}
