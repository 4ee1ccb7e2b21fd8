import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeDraft, makeEvent, makeLead } from './rows.ts';
import { insert, makeFolder } from './start-app.ts';
import { runQuery, startPostgres } from './start-postgres.ts';
import { runFile, startServer } from './start-process.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

/** A running server on a new store, and the environment that its operator's commands need too. */
async function startKind(kind: string) {
  const folder = makeFolder();
  const env: Record<string, string> = { DATA_DIR: folder.path, RATE_LIMIT: '0' };
  if (kind === 'PostgreSQL') env.DATABASE_URL = await postgres.createDatabase();
  const server = await startServer(env);
  return {
    env,
    folder: folder.path,
    server,
    async count(table: string): Promise<number> {
      const sql = `select count(*) as n from ${table}`;
      if (env.DATABASE_URL) return Number((await runQuery(env.DATABASE_URL, sql))[0]?.n);
      using database = new DatabaseSync(join(folder.path, 'funil.db'), { readOnly: true });
      return Number(database.prepare(sql).get()?.n);
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

const STORES = ['SQLite', 'PostgreSQL'];

test.each(STORES)(
  '%s: applications are listed, the abandoned with the step reached',
  async (kind) => {
    await using started = await startKind(kind);
    const { address } = started.server;
    const sent = makeApplication({ nome: 'Ana Enviou' });
    const { id, nome, email, whatsapp, instagram } = sent;
    const left = makeDraft({ nome: 'Bia Saiu' });
    const early = makeDraft({ nome: 'Caio Saiu' });
    for (const draft of [{ id, nome, email, whatsapp, instagram }, left, early]) {
      await insert(address, 'application_drafts', draft);
    }
    await insert(address, 'applications', sent);
    const payload = { form: 'aplicacao', step: 3, field: 'cronograma' };
    await insert(address, 'jornada', [
      makeEvent({ name: 'form_abandon', payload, lead_ref: left.id }),
    ]);

    const { stdout, stderr } = await runFile('operator/applications.ts', [], started.env);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/enviada +5 .*Ana Enviou/);
    expect(stdout).toMatch(/abandonada +3 .*Bia Saiu/);
    expect(stdout).toMatch(/abandonada +2 .*Caio Saiu/);
    expect(stdout).toMatch(/\n3 aplicações\n$/);

    const file = join(started.folder, 'aplicacoes.csv');
    await runFile('operator/applications.ts', ['--csv', file], started.env);
    const [header, ...lines] = readFileSync(file, 'utf8').split('\r\n');
    const finished = lines.find((line) => line.includes('Ana Enviou'));
    expect(header).toContain('situacao;etapa;created_at;nome;email');
    expect(finished).toMatch(/^enviada;5;/);
    expect(finished).toContain(`;'@joao.pereira;Pereira Consultoria;Fundador;10k-30k;6meses;`);
  },
);

/** Ana everywhere, and Bia, who has nothing to do with her. */
async function captureTwoPeople(address: string) {
  const people = [
    ['ana@exemplo.com', '(11) 91111-1111', '+55 (11) 91111-1111', '11111111'],
    ['bia@exemplo.com', '(21) 92222-2222', '+55 (21) 92222-2222', '22222222'],
  ] as const;
  for (const [email, telefone, whatsapp, n] of people) {
    const key = randomUUID();
    const session_id = `${n}-1111-4111-8111-111111111111`;
    await insert(address, 'leads', makeLead({ nome: email, telefone }), { 'idempotency-key': key });
    const application = makeApplication({ nome: email, email, whatsapp });
    const { id, instagram } = application;
    await insert(address, 'application_drafts', { id, nome: email, email, whatsapp, instagram });
    await insert(address, 'applications', application);
    await insert(address, 'jornada', [
      makeEvent({
        ...{ session_id, name: 'generate_lead', lead_ref: key },
        payload: { currency: 'BRL', value: 0 },
      }),
      makeEvent({ session_id }),
    ]);
  }
}

test.each([
  ['SQLite', ['--phone', '+55 11 91111 1111']],
  ['SQLite', ['--email', 'Ana@Exemplo.com']],
  ['PostgreSQL', ['--phone', '011911111111']],
  ['PostgreSQL', ['--email', 'ana@exemplo.com']],
])('%s: a person is erased everywhere, and nobody else: %j', async (kind, args) => {
  await using started = await startKind(kind);
  await captureTwoPeople(started.server.address);
  const { code, stdout, stderr } = await runFile('operator/forget.ts', args, started.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe('leads: 1\napplications: 1\napplication_drafts: 1\njornada: 2\n');
  for (const [table, left] of [
    ['leads', 1],
    ['applications', 1],
    ['application_drafts', 1],
    ['jornada', 2],
  ] as const) {
    expect(await started.count(table)).toBe(left);
  }
  if (kind === 'SQLite') {
    const bytes = readdirSync(started.folder)
      .map((file) => readFileSync(join(started.folder, file), 'latin1'))
      .join('');
    expect(bytes).not.toContain('ana@exemplo.com');
    expect(bytes).toContain('bia@exemplo.com');
  }
});

test.each(STORES)('%s: events older than a term are erased', async (kind) => {
  await using started = await startKind(kind);
  await insert(started.server.address, 'jornada', [makeEvent(), makeEvent()]);
  const kept = await runFile('operator/forget.ts', ['--older-than', '1d'], started.env);
  expect(kept.stdout).toBe('jornada: 0\n');
  const erased = await runFile('operator/forget.ts', ['--older-than', '0d'], started.env);
  expect(erased.stdout).toBe('jornada: 2\n');
  expect(await started.count('jornada')).toBe(0);
});

test.each([
  [[], '--older-than'],
  [['--phone', '123'], 'telefone'],
  [['--email', 'ana'], 'e-mail'],
  [['--older-than', '6 months'], '180d'],
])('a wrong call erases nothing and says how to: %j', async (args, sentence) => {
  await using started = await startKind('SQLite');
  await captureTwoPeople(started.server.address);
  const { code, stderr } = await runFile('operator/forget.ts', args, started.env);
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
  expect(await started.count('leads')).toBe(2);
});

test('a backup made under load is whole, and a server restores from it', async () => {
  await using started = await startKind('SQLite');
  const { address } = started.server;
  await insert(address, 'leads', makeLead({ nome: 'Antes da Cópia' }));
  let isOver = false;
  const load = Array.from({ length: 8 }, async () => {
    while (!isOver) expect((await insert(address, 'leads', makeLead())).status).toBe(201);
  });
  using target = makeFolder();
  const file = join(target.path, 'funil.db');
  const { code, stdout, stderr } = await runFile('operator/backup.ts', [file], started.env);
  const forgotten = await runFile('operator/forget.ts', ['--phone', '11 90000-0000'], started.env);
  isOver = true;
  await Promise.all(load);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(file);
  expect(forgotten).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(target.path)).toEqual(['funil.db']);

  await using restored = await startServer({ DATA_DIR: target.path });
  expect((await insert(restored.address, 'leads', makeLead())).status).toBe(201);
  const { stdout: leads } = await runFile('operator/leads.ts', [], { DATA_DIR: target.path });
  expect(leads).toContain('Antes da Cópia');
  const again = await runFile('operator/backup.ts', [file], started.env);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('já existe') });
});

test('with PostgreSQL the backup says which tool to use', async () => {
  await using started = await startKind('PostgreSQL');
  const { code, stderr } = await runFile('operator/backup.ts', ['/tmp/x'], started.env);
  expect(code).toBe(1);
  expect(stderr).toContain('pg_dump');
});
