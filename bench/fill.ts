import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@funil/contract/durations';
import { runQuery } from '../testkit/databases/start-postgres.ts';

// Names have no accents, because the SQL below makes search words and cannot remove accents.
const FIRST_NAMES =
  'Maria Jose Ana Joao Antonio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Luis Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Raimundo Rodrigo Manoel Mateus Andre Fernando Fabio Leonardo Gustavo Guilherme Leandro Tiago Anderson Ricardo Marcio Jorge Sebastiao Alexandre Roberto Edson Diego Vitor Sergio Claudio Matheus Thiago Geraldo Adriano Luciano Julio Renato Alex Vinicius Rogerio Samuel Ronaldo Mario Flavio Douglas Igor Davi Manuel Jeferson Cicero Victor Miguel Robson Mauricio Danilo Henrique Caio Reginaldo Joaquim Benedito Gilberto Marco Alan Nelson Cristiano Elias Wilson Valdir Emerson Luan David Renan Severino Fabricio Mauro Jonas Gilmar Jean Fabiano Wesley Diogo Adilson Jair Alessandro Everton'.split(
    ' ',
  );
const LAST_NAMES =
  'Silva Santos Oliveira Souza Pereira Ferreira Alves Rodrigues Lima Costa Gomes Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Goncalves Santana Teixeira Araujo Cavalcanti Moura Correia Pinto Castro Campos Monteiro Azevedo Batista Barros Duarte Melo Miranda Borges Reis Nogueira Sales Farias Peixoto Prado Brito Guimaraes Fonseca Xavier Macedo Bezerra Coelho Cunha Pacheco Rezende Siqueira Tavares Viana Aguiar Amaral Antunes Bastos Braga Camargo Chaves Dantas Figueiredo Franco Leite Magalhaes Medeiros Menezes Neves Paiva Pires Queiroz Sampaio Serra Toledo Valente Vasconcelos Vaz Veloso Vargas'.split(
    ' ',
  );
const SOURCES = ['instagram', 'google', 'meta', 'stories'];
const LOAD_SCALE = Number(process.env.SHARE ?? 1);
const LEADS = 1_000_000 * LOAD_SCALE;
const APPLICATIONS = LEADS / 10;
const EVENTS = 10_000_000 * LOAD_SCALE;
const SALES = 100_000 * LOAD_SCALE;
const HISTORY_DAYS = 400;
const ADS = Math.ceil(500 * LOAD_SCALE);
const CONTACT_DAYS = 90;
const BATCH_SIZE = 100_000;

/** SQL that differs between the databases. */
interface Dialect {
  readonly rows: (firstRow: number, lastRow: number) => string;
  readonly pick: (list: readonly string[], index: string) => string;
  readonly timestamp: (ms: string) => string;
  readonly uuid: (i: string) => string;
  readonly toMs: (column: string) => string;
  readonly jsonArray: (...words: string[]) => string;
  readonly fromContactWords: string;
  readonly schemaPrefix: string;
  readonly day: (ms: string) => string;
  readonly newUuid: string;
  /** SQLite stores times of events in ms. */
  readonly eventTimestamp: (ms: string) => string;
  readonly eventsTable: string;
}

const quoteSql = (text: string) => `'${text}'`;

const SQLITE: Dialect = {
  rows: (firstRow, lastRow) =>
    `(with recursive rows (i) as (select ${firstRow} union all select i + 1 from rows where i < ${lastRow}) select i from rows)`,
  pick: (list, index) => `json_extract('${JSON.stringify(list)}', '$[' || (${index}) || ']')`,
  timestamp: (ms) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`,
  uuid: (i) => `lower(printf('%08x', ${i}) || '-0000-7000-8000-' || printf('%012x', ${i}))`,
  toMs: (column) => `cast(round(unixepoch(${column}, 'subsec') * 1000) as integer)`,
  jsonArray: (...words) => `json_array(${words.join(', ')})`,
  fromContactWords: 'json_each(contacts.words) as each',
  schemaPrefix: '',
  day: (ms) => `date((${ms}) / 1000, 'unixepoch')`,
  newUuid: 'randomblob(16)',
  eventTimestamp: (ms) => `(${ms})`,
  eventsTable: 'events',
};

const POSTGRES: Dialect = {
  rows: (firstRow, lastRow) =>
    `generate_series(${firstRow}::bigint, ${lastRow}::bigint) as rows (i)`,
  pick: (list, index) => `(array[${list.map(quoteSql).join(', ')}])[1 + (${index})]`,
  timestamp: (ms) => `to_timestamp((${ms}) / 1000.0)`,
  uuid: (i) =>
    `(lpad(to_hex(${i}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${i}), 12, '0'))::uuid`,
  toMs: (column) => `cast(extract(epoch from ${column}) * 1000 as bigint)`,
  // The JSON has no spaces, as JSON.stringify writes it.
  jsonArray: (...words) => `'["' || ${words.join(` || '","' || `)} || '"]'`,
  fromContactWords: 'jsonb_array_elements_text(contacts.words::jsonb) as each (value)',
  schemaPrefix: 'funil.',
  day: (ms) => `(to_timestamp((${ms}) / 1000.0) at time zone 'UTC')::date`,
  newUuid: 'gen_random_uuid()',
  eventTimestamp: (ms) => `to_timestamp((${ms}) / 1000.0)`,
  eventsTable: 'public.jornada',
};

export const dialectFor = (databaseUrl: string | undefined) =>
  databaseUrl === undefined ? SQLITE : POSTGRES;

/** Returns SQL that picks a name for row `i`: a few names often, and most names rarely. */
function pickName({ pick }: Dialect, list: readonly string[], prime: number): string {
  const remainder = `((i * ${prime}) % 10007)`;
  const index = `cast(floor(${remainder} * ${remainder} / 100140049.0 * ${list.length}) as integer)`;
  return pick(list, index);
}

function* leadAndApplicationStatements(dialect: Dialect): Generator<string> {
  const start = Date.now() - CONTACT_DAYS * DAY_MS;
  const name = `case when i % 100000 = 77 then 'Zuleika Xavantes' else
    ${pickName(dialect, FIRST_NAMES, 7919)} || ' ' || ${pickName(dialect, LAST_NAMES, 104_729)} end`;
  const phone = `'(' || (11 + (i * 31) % 80) || ') 9' || substr(cast(10000000 + (i * 7919) % 90000000 as text), 1, 4)
    || '-' || substr(cast(10000000 + (i * 7919) % 90000000 as text), 5, 4)`;
  const source = dialect.pick(SOURCES, 'i % 4');
  const campaign = `case when i % 50000 = 5 then 'campanha-rara' else 'campanha-' || (i % 40) end`;
  const utms = `${source}, 'social', ${campaign}, 'criativo-' || (i % ${ADS}) || '|3' || (i % ${ADS}), ''`;
  const suspect = `case when i % 50 = 0 then 'too-fast' when i % 97 = 0 then 'honeypot' end`;
  const timestampOfRow = (count: number) =>
    dialect.timestamp(
      `${start} + cast(i as bigint) * ${Math.floor((CONTACT_DAYS * DAY_MS) / count)}`,
    );
  for (let firstRow = 0; firstRow < LEADS; firstRow += BATCH_SIZE) {
    const lastRow = Math.min(firstRow + BATCH_SIZE, LEADS) - 1;
    yield `insert into leads (created_at, idempotency_key, suspect, nome, telefone, utm_source, utm_medium,
        utm_campaign, utm_content, utm_term, botoes_clicados, tempo_jornada_segundos, paginas_visitadas,
        origem_timestamp)
      select ${timestampOfRow(LEADS)}, ${dialect.uuid('i')}, ${suspect}, ${name}, ${phone}, ${utms}, '[]', 60, 1, ${timestampOfRow(LEADS)}
      from ${dialect.rows(firstRow, lastRow)}`;
  }
  const applicationColumns = `${dialect.uuid('i')}, ${dialect.uuid('i')}, ${timestampOfRow(APPLICATIONS)}, ${name},
    'pessoa' || i || '@exemplo.com.br', '+55 ' || ${phone}, '@pessoa'`;
  for (let firstRow = 0; firstRow < APPLICATIONS; firstRow += BATCH_SIZE) {
    const lastRow = Math.min(firstRow + BATCH_SIZE, APPLICATIONS) - 1;
    yield `insert into applications (save_id, id, created_at, nome, email, whatsapp, instagram, empresa, cargo,
        faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento,
        experiencia_anterior, utm_source, utm_medium, utm_campaign, utm_content, utm_term, origem_timestamp,
        tempo_jornada_segundos, paginas_visitadas)
      select ${applicationColumns}, 'Empresa', 'Cargo', '5k-10k', 'Vender com previsibilidade todo mês', '', '6meses', '', '',
        ${utms}, ${timestampOfRow(APPLICATIONS)}, 60, 1
      from ${dialect.rows(firstRow, lastRow)}`;
  }
}

function* contactStatements({
  toMs,
  jsonArray,
  fromContactWords,
  schemaPrefix,
}: Dialect): Generator<string> {
  const utms = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'];
  yield `insert into ${schemaPrefix}contact_origins (digest, ${utms.join(', ')})
    select ${utms.join(` || ' ' || `)}, ${utms.join(', ')}
    from (select ${utms.join(', ')} from leads union all select ${utms.join(', ')} from applications) as origins
    group by ${utms.join(', ')}`;
  const digits = (column: string) =>
    `replace(replace(replace(replace(replace(${column}, '+55 ', ''), '(', ''), ')', ''), '-', ''), ' ', '')`;
  const contactColumns = (phone: string) => ({
    key: `substr(${digits(phone)}, 1, 2) || substr(${digits(phone)}, 4)`,
    words: [
      `substr(${digits(phone)}, 3)`,
      `substr(${digits(phone)}, 8)`,
      `lower(substr(nome, 1, position_of_space - 1))`,
      `lower(substr(nome, position_of_space + 1))`,
    ],
  });
  const space = schemaPrefix === '' ? "instr(nome, ' ')" : "strpos(nome, ' ')";
  const origin = `join ${schemaPrefix}contact_origins as origin on origin.digest = ${utms.map((utm) => `row.${utm}`).join(` || ' ' || `)}`;
  const lead = contactColumns('telefone');
  yield `insert into ${schemaPrefix}contacts (kind, lead_id, at, saved_at, origin, suspect, phone_key, words)
    select 'lead', row.id, ${toMs('row.created_at')}, row.created_at, origin.id,
      case when suspect is null then 0 else 1 end, ${lead.key}, ${jsonArray(...lead.words)}
    from (select *, ${space} as position_of_space from leads) as row ${origin} order by row.id`;
  const application = contactColumns('whatsapp');
  yield `insert into ${schemaPrefix}contacts (kind, application_id, at, saved_at, sent_at, origin, suspect, stage,
      phone_key, email_key, words)
    select 'application', row.id, ${toMs('row.created_at')}, row.created_at, ${toMs('row.created_at')}, origin.id, 0, 'sent',
      ${application.key}, email, ${jsonArray(...application.words, 'email')}
    from (select *, ${space} as position_of_space from applications) as row ${origin} order by row.created_at`;
  yield `insert into ${schemaPrefix}contact_search_words (word, number)
    select distinct each.value, contacts.number from ${schemaPrefix}contacts, ${fromContactWords}
    order by 1, 2`;
  yield `delete from ${schemaPrefix}changes`;
}

const followUpStatements = ({ schemaPrefix }: Dialect): string[] => [
  `insert into ${schemaPrefix}followups (subject, state, version, changed_by, changed_at)
   select 'lead:' || lead_id, case when lead_id % 1000 = 0 then 'comprou' when lead_id % 30 = 0 then 'em_conversa'
     else 'perdido' end, 1, 'ana@escola.test', '2026-11-20T12:00:00Z'
   from ${schemaPrefix}contacts where lead_id % 10 = 0`,
  `update ${schemaPrefix}contacts set state = followups.state from ${schemaPrefix}followups
   where kind = 'lead' and lead_id % 10 = 0 and followups.subject = 'lead:' || lead_id`,
];

/** The rows are evenly distributed over the last 400 days. */
function* eventAndSaleStatements(dialect: Dialect): Generator<string> {
  const { rows, schemaPrefix, day, newUuid, eventTimestamp, timestamp, uuid, eventsTable } =
    dialect;
  const start = Date.now() - HISTORY_DAYS * DAY_MS;
  const msOfRow = (count: number) =>
    `${start} + cast(i as bigint) * ${Math.floor((HISTORY_DAYS * DAY_MS) / count)}`;
  const utmsOf = (ad: string) =>
    `'instagram', 'social', 'campanha-' || (${ad} % 40), 'criativo-' || (${ad}) || '|3' || (${ad})`;
  for (let firstRow = 0; firstRow < EVENTS; firstRow += 10 * BATCH_SIZE) {
    const lastRow = Math.min(firstRow + 10 * BATCH_SIZE, EVENTS) - 1;
    yield `insert into ${eventsTable} (id, session_id, created_at, occurred_at, name, payload, utm_source, utm_medium,
        utm_campaign, utm_content, utm_term)
      select ${newUuid}, ${newUuid}, ${eventTimestamp(msOfRow(EVENTS))}, ${eventTimestamp(msOfRow(EVENTS))}, 'bench_event', '{}', '', '', '', '', ''
      from ${rows(firstRow, lastRow)}`;
  }
  yield `update ${schemaPrefix}visit_progress set last_number = (select max(number) from ${eventsTable})`;
  const visits = EVENTS / 10;
  yield `insert into ${schemaPrefix}visits (session_id, began_at, seen_at, last_number, first_event, utm_source, utm_medium,
      utm_campaign, utm_content, utm_term, cta, form_start, lead, checkout, purchase, application, detail)
    select ${newUuid}, ${eventTimestamp(msOfRow(visits))}, ${eventTimestamp(msOfRow(visits))}, i, ${newUuid}, ${utmsOf(`i % ${ADS}`)}, '',
      i % 3 = 0, i % 5 = 0, i % 10 = 0, i % 11 = 0, i % 100 = 0, i % 200 = 0, '{}' from ${rows(0, visits - 1)}`;
  yield `insert into ${schemaPrefix}visit_origins (origin, utm_source, utm_medium, utm_campaign, utm_content)
    select 'o' || i, ${utmsOf('i')} from ${rows(0, ADS - 1)}`;
  const dayOfRow = day(`${start} + cast(i / ${ADS} as bigint) * ${DAY_MS}`);
  for (const kind of ['visit', 'cta', 'lead', 'checkout']) {
    yield `insert into ${schemaPrefix}visit_totals (day, origin, kind, label, visits, amount)
      select ${dayOfRow}, 'o' || (i % ${ADS}), '${kind}', '', 1 + i % 7, 0 from ${rows(0, ADS * HISTORY_DAYS - 1)}`;
  }
  yield `insert into ${schemaPrefix}sales (platform, sale_key, "transaction", order_id, state, value_cents, net_cents, currency,
      method, product_name, begun_at, paid_at, is_test, candidates, matched_by, lead_source, lead_ref, lead_id,
      buyer_phone, buyer_email)
    select 'hotmart', 'T' || i, 'T' || i, 'T' || (i - case when i % 10 = 9 then 1 else 0 end), 'paid', 149710,
      case when i % 4 > 0 then 130000 end, 'BRL', 'pix', 'Comunidade', ${timestamp(msOfRow(SALES))}, ${timestamp(msOfRow(SALES))},
      false, 1, 'reference', 'lead', ${uuid('(i * 9)')}, i * 9 + 1, '+55119' || (10000000 + i * 7), 'pessoa' || i || '@exemplo.com.br'
    from ${rows(0, SALES - 1)}`;
  yield `insert into ${schemaPrefix}ad_spend (network, account, day, campaign_id, campaign_name, set_id, set_name, ad_id, ad_name,
      line_key, currency, spend_cents, source, added_by)
    select 'meta', '1', ${dayOfRow}, '1' || (i % 40), 'Campanha', '2' || (i % 100), 'Conjunto', '3' || (i % ${ADS}),
      'Criativo', 'line ' || (i % ${ADS}), 'BRL', 1000 + i % 977, 'csv', 1
    from ${rows(0, ADS * HISTORY_DAYS - 1)}`;
}

/** The database must be migrated and empty. Applications and follow-ups are a tenth of the leads. */
export async function fillDatabase(database: {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string | undefined;
}): Promise<void> {
  const dialect = dialectFor(database.DATABASE_URL);
  const statements = [
    ...leadAndApplicationStatements(dialect),
    ...contactStatements(dialect),
    ...followUpStatements(dialect),
    ...eventAndSaleStatements(dialect),
  ];
  if (database.DATABASE_URL !== undefined) {
    const settings = "set time zone 'UTC'; set work_mem = '256MB'; set synchronous_commit = off";
    for (const sql of statements) await runQuery(database.DATABASE_URL, sql, settings);
    await runQuery(database.DATABASE_URL, 'vacuum analyze');
    return;
  }
  using opened = new DatabaseSync(join(database.DATA_DIR, 'funil.db'));
  opened.exec('pragma synchronous = off; pragma cache_size = -400000; begin');
  for (const sql of statements) opened.exec(sql);
  opened.exec('commit; analyze; pragma wal_checkpoint(truncate)');
}
