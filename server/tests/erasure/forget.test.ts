import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { configOf } from '../../../testkit/config-of.ts';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { hashPersonKey } from '../../src/deliveries/outbox/compose-events.ts';
import { eraseBefore } from '../../src/erasure/erase-old-rows.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { openCommandDatabase, toInsert } from '../commands/open-command-database.ts';
import { STORES } from '../store/open-test-store.ts';

type Database = Awaited<ReturnType<typeof openCommandDatabase>>;

const TABLES = ['leads', 'applications', 'application_drafts', 'jornada'] as const;

async function store(database: Database, table: string, ...rows: Record<string, unknown>[]) {
  const saved = table.startsWith('application');
  await database.execute(
    rows.map((row) => toInsert(table, saved ? { save_id: randomUUID(), ...row } : row)),
  );
}

/** Stores rows of Ana and of Bia in all tables, each with a visit of two events. */
async function storeTwoPeople(database: Database) {
  const people = [
    ['ana@exemplo.com', '(11) 98761-1111', '+55 (11) 98761-1111', '11111111'],
    ['bia@exemplo.com', '(21) 98762-2222', '+55 (21) 98762-2222', '22222222'],
  ] as const;
  for (const [email, telefone, whatsapp, n] of people) {
    const key = randomUUID();
    const session_id = `${n}-1111-4111-8111-111111111111`;
    const application = makeApplication({ nome: email, email, whatsapp });
    const { id } = application;
    await store(database, 'leads', makeLead({ nome: email, telefone, idempotency_key: key }));
    await store(database, 'application_drafts', makeDraft({ id, nome: email, email, whatsapp }));
    await store(database, 'applications', application);
    const sent = makeEvent({
      session_id,
      name: 'form_complete',
      payload: { form: 'aplicacao' },
      lead_ref: id,
    });
    await store(database, 'jornada', sent, makeEvent({ session_id }));
  }
}

async function countAll(database: Database) {
  const parts = TABLES.map((table) => `(select count(*) from ${table}) as ${table}`);
  const [row] = await database.query(`select ${parts.join(', ')}`);
  return TABLES.map((table) => Number(row?.[table]));
}

const forget = (database: Database, ...args: string[]) => callCommand('forget', args, database.env);

test('erases the rows of an e-mail, and names the phone that came with it', async () => {
  await using database = await openCommandDatabase('SQLite');
  await storeTwoPeople(database);
  const { stdout } = await forget(database, '--email', ' Ana@Exemplo.com', '--sim');
  expect(stdout).toContain("--telefone '+55 (11) 98761-1111'");
  expect(stdout).toMatch(/Apagado: 1 aplicação, 1 rascunho, 2 eventos\n$/);
  expect(await countAll(database)).toEqual([2, 1, 1, 2]);
  const again = await forget(database, '--email', 'ana@exemplo.com', '--sim');
  expect(again.stdout).toBe('Nada a apagar: nenhuma linha tem esse contato.\n');
});

test('erases a foreign phone with and without its trunk zero, also where only a copy has it', async () => {
  await using database = await openCommandDatabase('SQLite');
  for (const telefone of ['+442079460958', '+44 020 7946 0958'])
    await store(database, 'leads', makeLead({ telefone, idempotency_key: randomUUID() }));
  await store(database, 'outbox_events', {
    type: 'lead.created',
    subject: 'lead:of-an-erased-row',
    happened_at: '2026-03-01T12:00:00.000Z',
    data: JSON.stringify({ nome: 'Maria da Silva', telefone: '+44 020 7946 0958' }),
    phone_key: '+4402079460958',
  });
  await store(database, 'destinations', { name: 'webhook:test' });
  const { stdout } = await forget(database, '--telefone', '+44 020 7946 0958', '--sim');
  expect(stdout).toMatch(/^copia-1 /m);
  expect(stdout).not.toContain('Outros contatos');
  expect(stdout).toContain('Apagado: 2 leads\n');
  expect(await countAll(database)).toEqual([0, 0, 0, 0]);
  expect(await database.query('select phone_key from outbox_events')).toEqual([
    { phone_key: null },
  ]);
  const erasures = await database.query("select key from changes where kind = 'erasure'");
  expect(erasures.map(({ key }) => JSON.parse(String(key)).phone_key_sha256).toSorted()).toEqual(
    ['+442079460958', '+4402079460958'].map(hashPersonKey).toSorted(),
  );
});

test('erases a foreign phone that is too short without its trunk zero', async () => {
  await using database = await openCommandDatabase('SQLite');
  await store(database, 'leads', makeLead({ telefone: '+31 08861636' }));
  const { stdout } = await forget(database, '--telefone', '+31 08861636', '--sim');
  expect(stdout).toMatch(/Apagado: 1 lead\n$/);
});

test('leaves a stranger who typed the person’s e-mail until the operator chooses them', async () => {
  await using database = await openCommandDatabase('SQLite');
  await storeTwoPeople(database);
  const stranger = makeApplication({
    id: '77777777-1111-4111-8111-111111111111',
    nome: 'Caio',
    email: 'ANA@exemplo.com',
    whatsapp: '+55 (31) 98763-3333',
  });
  await store(database, 'applications', stranger);
  const alone = await forget(database, '--email', 'ana@exemplo.com', '--sim');
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('--tambem') });
  const email = ['--email', 'ana@exemplo.com', '--sim'];
  const wrong = await forget(database, ...email, '--tambem', 'lead-99');
  expect(wrong.stderr).toContain('“lead-99”');
  expect(await countAll(database)).toEqual([2, 3, 2, 4]);

  const both = ['--email', 'ana@exemplo.com', '--telefone', '11 98761-1111', '--sim'];
  const { stdout } = await forget(database, ...both);
  expect(stdout).toMatch(/^aplicacao-77777777 .* Caio .* telefone$/m);
  expect(await countAll(database)).toEqual([1, 2, 1, 2]);
  expect(await database.query('select nome from applications order by nome')).toEqual([
    { nome: 'Caio' },
    { nome: 'bia@exemplo.com' },
  ]);

  await forget(database, '--telefone', '21 98762-2222', '--menos', 'lead-2', '--sim');
  expect(await countAll(database)).toEqual([1, 1, 0, 0]);
});

test('shows the rows to erase, and erases none without a terminal for the confirmation', async () => {
  await using database = await openCommandDatabase('SQLite');
  await storeTwoPeople(database);
  const { code, stdout, stderr } = await forget(database, '--telefone', '11 98761-1111');
  expect(code).toBe(1);
  expect(stdout).toMatch(/aplicação +\S+ \S+ +ana@exemplo.com +\+55 \(11\) 98761-1111/);
  expect(stdout).toContain('A apagar: 1 lead, 1 aplicação, 1 rascunho, 2 eventos\n');
  expect(stdout).not.toContain('bia@exemplo.com');
  expect(stderr).toMatch(/^Nada foi apagado: .*--sim\n$/);
  expect(await countAll(database)).toEqual([2, 2, 2, 4]);
});

test('erases any number of rows of one person', async () => {
  await using database = await openCommandDatabase('SQLite');
  await database.query(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < 33000)
     insert into leads (nome, telefone, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
       botoes_clicados, tempo_jornada_segundos, paginas_visitadas, origem_timestamp, idempotency_key)
     select 'Ana', '(11) 98761-1111', '', '', '', '', '', '[]', 1, 1, '2026-03-01T00:00:00Z',
       substr(10000000 + n, 1, 8) || '-1111-4111-8111-111111111111' from n`,
  );
  const { stdout, stderr } = await forget(database, '--telefone', '11 98761-1111', '--sim');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^lead-1 .* 33000$/m);
  expect(stdout).toMatch(/Apagado: 33.000 leads\n$/);
});

const LONG_AGO = { created_at: '2020-03-01T12:00:00.000Z' };

test.each(STORES)('%s: erases rows older than a period from every table', async (kind) => {
  await using database = await openCommandDatabase(kind);
  await storeTwoPeople(database);
  await store(database, 'leads', makeLead(LONG_AGO), makeLead(LONG_AGO));
  await store(database, 'applications', makeApplication(LONG_AGO));
  await store(database, 'application_drafts', makeDraft(LONG_AGO));
  await store(database, 'jornada', makeEvent(LONG_AGO));
  await using opened = await openDatabase(configOf(database.env).store, 'write');
  const deps = { database: opened, adapters: ADAPTERS, attributionDays: 30, now: Date.now };
  for (const table of TABLES) await eraseBefore(deps, table, new Date('2024-03-01'));
  expect(await countAll(database)).toEqual([2, 2, 2, 4]);
});

test('stores leads while twelve thousand events are erased, and keeps old rows of other tables', async () => {
  await using database = await openCommandDatabase('SQLite');
  await store(database, 'applications', makeApplication(LONG_AGO));
  await database.query(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < 12000)
     insert into jornada (id, session_id, name, occurred_at, payload, utm_source, utm_medium,
       utm_campaign, utm_content, utm_term)
     select substr(10000000 + n, 1, 8) || '-1111-4111-8111-111111111111',
       '11111111-1111-4111-8111-111111111111', 'session_start', '2026-03-01T00:00:00Z', '{}', '', '', '', '', ''
     from n`,
  );
  await using server = await startServer({ ...database.env, RATE_LIMIT: '0' });
  let isErased = false;
  const erased = forget(database, '--mais-antigos', '0d', '--o-que', 'eventos', '--sim').finally(
    () => {
      isErased = true;
    },
  );
  let captured = 0;
  while (!isErased) {
    expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);
    if (!isErased) captured += 1;
  }
  // A sentence about the write-ahead log follows if captures kept it from being emptied.
  expect((await erased).stdout).toMatch(/^Apagado: 12.000 eventos$/m);
  expect(captured).toBeGreaterThan(0);
  expect((await countAll(database)).slice(1)).toEqual([1, 0, 0]);
});

/** Runs the command in a terminal, and types an answer to its question. */
async function forgetAll(dataDir: string, answer: string) {
  const command = join(import.meta.dirname, '../../src/commands/forget.ts');
  const line = `"${process.execPath}" "${command}" --mais-antigos 0d`;
  const terminal = spawn('script', ['-qec', line, '/dev/null'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  terminal.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (output.includes('[s/N]')) terminal.stdin.end(answer);
  });
  await once(terminal, 'close');
  return output;
}

test.each([
  ['s\r', 0, 'Apagado: 1 lead'],
  ['\u{4}', 1, 'Nada foi apagado.'],
])('asks in a terminal, and accepts %j as the answer', async (answer, left, sentence) => {
  await using database = await openCommandDatabase('SQLite');
  await store(database, 'leads', makeLead());
  const output = await forgetAll(String(database.env.DATA_DIR), answer);
  expect(output).toContain('Apagar? Não há volta. [s/N]');
  expect(output).toContain(sentence);
  expect((await countAll(database))[0]).toBe(left);
});
