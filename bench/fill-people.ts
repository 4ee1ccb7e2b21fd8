import { DatabaseSync } from 'node:sqlite';
import { runQuery } from '../testkit/start-postgres.ts';

const FIRST =
  'Maria José Ana João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Luís Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Raimundo Rodrigo Manoel Mateus André Fernando Fábio Leonardo Gustavo Guilherme Leandro Tiago Anderson Ricardo Márcio Jorge Sebastião Alexandre Roberto Edson Diego Vítor Sérgio Cláudio Matheus Thiago Geraldo Adriano Luciano Júlio Renato Alex Vinícius Rogério Samuel Ronaldo Mário Flávio Douglas Igor Davi Manuel Jeferson Cícero Victor Miguel Robson Maurício Danilo Henrique Caio Reginaldo Joaquim Benedito Gilberto Marco Alan Nelson Cristiano Elias Wilson Valdir Emerson Luan David Renan Severino Fabrício Mauro Jonas Gilmar Jean Fabiano Wesley Diogo Adilson Jair Alessandro Everton'.split(
    ' ',
  );
const LAST =
  'Silva Santos Oliveira Souza Pereira Ferreira Alves Rodrigues Lima Costa Gomes Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Araújo Cavalcanti Moura Correia Pinto Castro Campos Monteiro Azevedo Batista Barros Duarte Melo Miranda Borges Reis Nogueira Sales Farias Peixoto Prado Brito Guimarães Fonseca Xavier Macedo Bezerra Coelho Cunha Pacheco Rezende Siqueira Tavares Viana Aguiar Amaral Antunes Bastos Braga Camargo Chaves Dantas Figueiredo Franco Leite Magalhães Medeiros Menezes Neves Paiva Pires Queiroz Sampaio Serra Toledo Valente Vasconcelos Vaz Veloso Vargas'.split(
    ' ',
  );
const SOURCES = ['instagram', 'google', 'meta', 'stories'];
const DAYS = 90;
const STRETCH = 100_000;

/** What differs between the two databases' SQL. */
interface Speech {
  readonly rows: (first: number, last: number) => string;
  readonly pick: (list: readonly string[], index: string) => string;
  readonly moment: (ms: string) => string;
  readonly uuid: (i: string) => string;
}

const quote = (text: string) => `'${text}'`;

const SQLITE: Speech = {
  rows: (first, last) =>
    `(with recursive rows (i) as (select ${first} union all select i + 1 from rows where i < ${last}) select i from rows)`,
  pick: (list, index) => `json_extract('${JSON.stringify(list)}', '$[' || (${index}) || ']')`,
  moment: (ms) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`,
  uuid: (i) => `lower(printf('%08x', ${i}) || '-0000-7000-8000-' || hex(randomblob(6)))`,
};

const POSTGRES: Speech = {
  rows: (first, last) => `generate_series(${first}::bigint, ${last}::bigint) as rows (i)`,
  pick: (list, index) => `(array[${list.map(quote).join(', ')}])[1 + (${index})]`,
  moment: (ms) => `to_timestamp((${ms}) / 1000.0)`,
  uuid: (i) =>
    `(lpad(to_hex(${i}), 8, '0') || '-0000-7000-8000-' || substr(md5(${i}::text), 1, 12))::uuid`,
};

/** Few names are common, most are not; one in 100,000 is somebody whom an operator looks for. */
function nameOf({ pick }: Speech, list: readonly string[], prime: number): string {
  const random = `((i * ${prime}) % 10007)`;
  const index = `cast(floor(${random} * ${random} / 100140049.0 * ${list.length}) as integer)`;
  return pick(list, index);
}

/** Statements that make leads, applications and drafts, lying evenly over the last 90 days. */
function* statements(speech: Speech, leads: number, applications: number): Generator<string> {
  const start = Date.now() - DAYS * 86_400_000;
  const name = `case when i % 100000 = 77 then 'Zuleika Xavantes' else
    ${nameOf(speech, FIRST, 7919)} || ' ' || ${nameOf(speech, LAST, 104_729)} end`;
  const phone = `'(' || (11 + (i * 31) % 80) || ') 9' || substr(cast(10000000 + (i * 7919) % 90000000 as text), 1, 4)
    || '-' || substr(cast(10000000 + (i * 7919) % 90000000 as text), 5, 4)`;
  const source = speech.pick(SOURCES, 'i % 4');
  const campaign = `case when i % 50000 = 5 then 'campanha-rara' else 'campanha-' || (i % 40) end`;
  const utms = `${source}, 'social', ${campaign}, 'criativo-' || (i % 7), ''`;
  const suspect = `case when i % 50 = 0 then 'too-fast' when i % 97 = 0 then 'honeypot' end`;
  const at = (count: number) =>
    speech.moment(`${start} + cast(i as bigint) * ${Math.floor((DAYS * 86_400_000) / count)}`);
  for (let first = 0; first < leads; first += STRETCH) {
    const last = Math.min(first + STRETCH, leads) - 1;
    yield `insert into leads (created_at, idempotency_key, suspect, nome, telefone, utm_source, utm_medium,
        utm_campaign, utm_content, utm_term, botoes_clicados, tempo_jornada_segundos, paginas_visitadas,
        origem_timestamp)
      select ${at(leads)}, ${speech.uuid('i')}, ${suspect}, ${name}, ${phone}, ${utms}, '[]', 60, 1, ${at(leads)}
      from ${speech.rows(first, last)}`;
  }
  const contact = `${speech.uuid('i')}, ${speech.uuid('i')}, ${at(applications)}, ${name},
    'pessoa' || i || '@exemplo.com.br', '+55 ' || ${phone}, '@pessoa'`;
  for (let first = 0; first < applications; first += STRETCH) {
    const last = Math.min(first + STRETCH, applications) - 1;
    yield `insert into applications (save_id, id, created_at, nome, email, whatsapp, instagram, empresa, cargo,
        faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento,
        experiencia_anterior, utm_source, utm_medium, utm_campaign, utm_content, utm_term, origem_timestamp,
        tempo_jornada_segundos, paginas_visitadas)
      select ${contact}, 'Empresa', 'Cargo', '5k-10k', 'Vender com previsibilidade todo mês', '', '6meses', '', '',
        ${utms}, ${at(applications)}, 60, 1
      from ${speech.rows(first, last)} ${speech === SQLITE ? 'where true' : ''}`;
  }
}

/** Fills an embedded database with people. */
export function fillSqlitePeople(file: string, leads: number, applications: number): void {
  using database = new DatabaseSync(file);
  database.exec('pragma synchronous = off; pragma cache_size = -400000');
  // The rules are what captures are held to; these rows keep them.
  const triggers = database
    .prepare("select name, sql from sqlite_schema where type = 'trigger' and name like '%limits'")
    .all();
  for (const { name } of triggers) database.exec(`drop trigger ${name}`);
  for (const statement of statements(SQLITE, leads, applications)) database.exec(statement);
  for (const { sql } of triggers) database.exec(String(sql));
  database.exec('pragma wal_checkpoint(truncate)');
}

/** Fills a PostgreSQL with people. */
export async function fillPostgresPeople(
  address: string,
  leads: number,
  applications: number,
): Promise<void> {
  for (const statement of statements(POSTGRES, leads, applications)) {
    await runQuery(address, statement, "set time zone 'UTC'");
  }
  await runQuery(address, 'vacuum analyze');
}
