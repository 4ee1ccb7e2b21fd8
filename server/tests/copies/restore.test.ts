import fs, {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { configOf } from '../../../testkit/config-of.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { makeFolder, postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import type { PhoneAndEmail } from '../../src/contacts/find-person.ts';
import { finishRestore } from '../../src/copies/finish-restore.ts';
import { planRestore, runRestore } from '../../src/copies/restore.ts';
import { logErasure, readErasedRows } from '../../src/erasure/erasure-log.ts';
import { findPersonEverywhere, planErasure, runErasure } from '../../src/erasure/person-erasure.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { readOrCreateKey } from '../../src/settings/secrets-key.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { listSqliteMigrations, migrateSqlite } from '../../src/store/sqlite/migrate.ts';
import { toInsert } from '../commands/open-command-database.ts';
import { notice, SECRETS, sampleText, storeNotice } from '../sales/start-sales.ts';
import { MORNING, openCopies, usePlainDisk } from './open-copies.ts';

const SEALED = { name: 'HOTMART_HOTTOK', sealed: 'x', updated_at: '2026-11-26', updated_by: '' };

/** Returns the statement that stores a lead of the person whom the tests erase. */
const addErasedLead = (changes: object = {}) =>
  toInsert('leads', {
    ...makeLead({ telefone: '(21) 97777-6666', botoes_clicados: '[]' }),
    phone_key: '2177776666',
    ...changes,
  });

const findCopy = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.endsWith('.db')) ?? '');

const countLeads = async (data: string) =>
  (await queryTables({ DATA_DIR: data })('select id from leads')).length;

const readBuyers = (data: string) =>
  queryTables({ DATA_DIR: data })('select buyer_phone from funil.sales');

const sendNotice = (address: string, body: string) =>
  fetch(`${address}/postbacks/hotmart`, {
    ...{ method: 'POST', body },
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': SECRETS.HOTMART_HOTTOK },
  });

test('restores, and makes the key of secrets, on a disk without hard links', async () => {
  await using copies = await openCopies();
  await copies.makeCopy();
  using _ = usePlainDisk(copies.dir);
  await copies.execute([toInsert('leads', makeLead({ botoes_clicados: '[]' }))]);
  const { replacedFolder } = await copies.restore();
  expect(await countLeads(copies.folder)).toBe(0);
  expect(await countLeads(String(replacedFolder))).toBe(1);
  const key = readOrCreateKey(copies.config);
  expect(key).toHaveLength(32);
  expect(readOrCreateKey(copies.config)).toEqual(key);
});

test('restores a copy over a damaged database, without the person who was erased since', async () => {
  using folder = makeFolder();
  const [data, copies] = [join(folder.path, 'data'), join(folder.path, 'backup')];
  const env = { DATA_DIR: data, BACKUP_DIR: copies, HOTMART_HOTTOK: SECRETS.HOTMART_HOTTOK };
  const run = (command: string, ...args: string[]) => callCommand(command, args, env);
  await using server = await startServer(env);
  const store = (table: 'leads' | 'applications', row: object) =>
    postRows(server.address, table, row);
  await store('leads', makeLead({ nome: 'Fica', telefone: '(11) 98888-7777' }));
  await store('leads', makeLead({ nome: 'Sai', telefone: '(21) 97777-6666' }));
  await store('applications', makeApplication({ nome: 'Sai', whatsapp: '(21) 97777-6666' }));
  await sendNotice(server.address, notice({ phone: '31955554444' }));
  await expect.poll(() => readBuyers(data)).toEqual([{ buyer_phone: '31955554444' }]);
  const backup = await run('backup');
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('2 leads') });
  const copy = findCopy(copies);
  expect(await run('restore', copy, '--sim')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('pare o servidor'),
  });
  const erased = await run('forget', '--telefone', '21 97777-6666', '--sim');
  expect(erased).toMatchObject({ code: 0, stderr: '' });
  await store('leads', makeLead({ nome: 'Depois' }));
  await server.stop('SIGKILL');
  const file = join(data, 'funil.db');
  writeFileSync(file, readFileSync(file).fill(7, 0, 4_096));
  writeFileSync(`${file}-wal`, readFileSync(`${file}-wal`).fill(7, 0, 64));

  const asked = await run('restore', copy);
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('Nada foi mudado') });
  expect(asked.stdout).toContain('2 leads, 1 aplicação');
  expect(asked.stdout).toContain('não há um banco que se possa ler');
  const restored = await run('restore', copy, '--sim');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  for (const sentence of [
    'Apagadas de novo, como depois da cópia: 1 pessoa.',
    'O que estava no lugar',
    'Quem entra no painel e quem recebe avisos voltou a ser como na cópia',
  ]) {
    expect(restored.stdout).toContain(sentence);
  }
  expect(await countLeads(data)).toBe(1);
  expect(await readBuyers(data)).toEqual([{ buyer_phone: '31955554444' }]);
  const replacedFolder = readdirSync(data).find((name) => name.startsWith('antes-')) ?? '';
  expect(readFileSync(join(data, replacedFolder, 'funil.db')).subarray(0, 2)).toEqual(
    Buffer.from([7, 7]),
  );
  expect(readFileSync(file, 'latin1')).not.toContain('97777-6666');
  await using again = await startServer(env);
  expect((await postRows(again.address, 'leads', makeLead())).status).toBe(201);
});

test('restores a copy over the database of a newer release, as after a failed upgrade', async () => {
  await using copies = await openCopies();
  await copies.makeCopy();
  const newer = new DatabaseSync(copies.file);
  newer.exec(`insert into migrations (version, sha256) values (999, '');
    alter table leads add column of_a_newer_release text`);
  newer.close();
  await copies.restore();
  await using database = await openDatabase(copies.config.store, 'write');
  expect(await database.selectFrom('leads').selectAll().execute()).toEqual([]);
});

test('names the folder of the content that was in place without a database', async () => {
  await using copies = await openCopies();
  const { content } = copies.config;
  const file = join(content.ownContentDir, 'site.yaml');
  mkdirSync(content.ownContentDir);
  writeFileSync(file, 'a: 1\n');
  await copies.makeCopy();
  writeFileSync(file, 'a: 2\n');
  const store = { databaseUrl: null, dataDir: join(copies.folder, 'elsewhere') };
  const config = { ...copies.config, store };
  const { replacedFolder } = await runRestore(config, planRestore(config, copies.copy), MORNING);
  expect(readFileSync(file, 'utf8')).toBe('a: 1\n');
  expect(readFileSync(join(String(replacedFolder), 'content/site.yaml'), 'utf8')).toBe('a: 2\n');
});

test('restores what is in the log beside a copy, and no link to a file elsewhere', async () => {
  using folder = makeFolder();
  const [file, copy] = ['funil.db', 'volta.db'].map((name) => join(folder.path, name)) as [
    string,
    string,
  ];
  using database = new DatabaseSync(file);
  migrateSqlite(database, () => {}, listSqliteMigrations());
  database.exec('pragma journal_mode = wal; pragma wal_checkpoint(truncate)');
  database.exec(toInsert('stored_settings', SEALED));
  for (const end of ['', '-wal']) copyFileSync(file + end, copy + end);
  mkdirSync(`${copy}-conteudo`);
  writeFileSync(`${copy}-conteudo/site.yaml`, 'a: 1\n');
  symlinkSync('/etc/hostname', `${copy}-conteudo/link`);
  const env = { DATA_DIR: join(folder.path, 'data') };
  const config = configOf(env);
  await runRestore(config, planRestore(config, copy), MORNING);
  using restored = new DatabaseSync(join(env.DATA_DIR, 'funil.db'));
  expect(restored.prepare('select name from stored_settings').all()).toHaveLength(1);
  expect(readdirSync(join(env.DATA_DIR, 'content'))).toEqual(['site.yaml']);
});

/** Lets only the first `count` renames happen. If disks are apart, a folder cannot be renamed. */
function limitRenames(count: number, areDisksApart: boolean) {
  const { renameSync } = fs;
  let renames = 0;
  fs.renameSync = (from, to) => {
    renames += 1;
    if (renames > count) throw new Error('killed');
    const isFolder = /(?:content|originals)$/.test(String(to));
    if (areDisksApart && isFolder && !String(from).endsWith('.incompleto'))
      throw Object.assign(new Error(), { code: 'EXDEV' });
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
    },
  };
}

test.each([false, true])(
  'finishes a restore that was killed, or leaves everything as it was (other disks: %s)',
  async (areDisksApart) => {
    const names = ['content/site.yaml', 'originals/a.jpg'];
    const read = (place: string) => names.map((name) => readFileSync(join(place, name), 'utf8'));
    const write = (place: string, text: string) => {
      for (const name of names) {
        mkdirSync(join(place, name, '..'), { recursive: true });
        writeFileSync(join(place, name), text);
      }
    };
    await using source = await openCopies();
    write(source.folder, 'copied');
    await source.makeCopy();
    const outcomes = new Set<string>();
    for (let count = 0; !outcomes.has('not killed'); count += 1) {
      await using copies = await openCopies();
      const { folder, config } = copies;
      write(folder, 'former');
      await copies.execute([addErasedLead()]);
      {
        using _killed = limitRenames(count, areDisksApart);
        const error = await copies.restore(source.copy).catch(String);
        outcomes.add(error === 'Error: killed' ? error : 'not killed');
      }
      const replacedFolder = outcomes.has('not killed') ? null : await finishRestore(config);
      const isRestored = replacedFolder !== null || outcomes.has('not killed');
      expect(read(folder)).toEqual(Array(2).fill(isRestored ? 'copied' : 'former'));
      expect(await countLeads(folder)).toBe(isRestored ? 0 : 1);
      expect(readdirSync(folder).filter((name) => name.startsWith('restauracao'))).toEqual([]);
      if (!isRestored) continue;
      const former = join(folder, 'antes-2026-11-26T063000');
      expect(read(former)).toEqual(['former', 'former']);
      expect(await countLeads(former)).toBe(1);
    }
    expect(outcomes.size).toBe(2);
  },
);

test('refuses to replace a database that a server opened after the plan', async () => {
  await using copies = await openCopies();
  await copies.makeCopy();
  const plan = planRestore(copies.config, copies.copy);
  using server = new DatabaseSync(join(copies.folder, 'funil.db'));
  server.exec('pragma journal_mode = wal; select * from leads');
  await expect(runRestore(copies.config, plan, MORNING)).rejects.toThrow('pare o servidor');
});

test('refuses a copy after an erasure whose key is lost or was replaced', async () => {
  await using copies = await openCopies();
  logErasure(copies.config, ['lead:1']);
  await copies.makeCopy();
  const dataDir = join(copies.folder, 'elsewhere');
  const elsewhere = { ...copies.config, store: { databaseUrl: null, dataDir } };
  expect(() => planRestore(elsewhere, copies.copy)).toThrow(join(dataDir, 'secrets.key'));
  expect(existsSync(dataDir)).toBe(false);
  writeFileSync(join(copies.folder, 'secrets.key'), 'f'.repeat(64));
  expect(() => planRestore(copies.config, copies.copy)).toThrow('secrets.key');
});

/** The settings of a server whose key is in the environment. */
const withKey = (dataDir: string) => ({
  store: { databaseUrl: null, dataDir },
  settings: { secretsKey: 'a'.repeat(32) },
});

test('keeps a row stored after an erasure under the erased row’s id', async () => {
  using folder = makeFolder();
  const config = withKey(folder.path);
  logErasure(config, ['notice:7']);
  const erasedRows = readErasedRows(config, [folder.path]);
  expect(erasedRows.includes('notice:7', '2026-01-01T00:00:00.000Z')).toBe(true);
  expect(erasedRows.includes('notice:7', '2999-01-01T00:00:00.000Z')).toBe(false);
  expect(erasedRows.includes('notice:8', '2026-01-01T00:00:00.000Z')).toBe(false);
  expect(erasedRows.includes('notice:8', '')).toBe(false);
});

test('reads the erasures after a line that a full disk cut off', () => {
  using folder = makeFolder();
  const config = withKey(folder.path);
  logErasure(config, ['notice:6']);
  const file = join(folder.path, 'apagados.log');
  for (const cutLength of [4, 40, 90]) {
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, cutLength), { flag: 'a' });
    logErasure(config, [`notice:${cutLength}`]);
  }
  const erasedRows = readErasedRows(config, [folder.path]);
  expect(erasedRows.isReadable).toBe(true);
  const names = [6, 4, 40, 90].map((id) => `notice:${id}`);
  expect(names.filter((name) => !erasedRows.includes(name, ''))).toEqual([]);
});

/** Erases the one row that a person has. */
async function erase(
  { config }: Awaited<ReturnType<typeof openCopies>>,
  person: PhoneAndEmail,
  row: string,
) {
  await using database = await openDatabase(config.store, 'write');
  const deps = { database, adapters: ADAPTERS, config };
  const matches = await findPersonEverywhere(deps, { person, name: '' });
  expect(matches.rows).toMatchObject([{ key: row }]);
  await runErasure(deps, await planErasure(database, matches, new Set([row])));
}

test('erases again a notice that could not be read', async () => {
  await using copies = await openCopies();
  const unread = sampleText('hotmart/approved').replace('_APPROVED', '_REFUND_REQUESTED');
  {
    await using database = await openDatabase(copies.config.store, 'write');
    await storeNotice({ database }, unread);
  }
  await copies.makeCopy();
  await erase(copies, { phone: null, email: 'marina.prado@example.com' }, 'notice:1');
  await copies.restore();
  expect(await copies.query('select length(body) as bytes from notices')).toEqual([{ bytes: 0 }]);
});

test('erases again a person who came before the clock was set back', async () => {
  await using copies = await openCopies();
  await copies.execute([addErasedLead({ created_at: '2999-01-01T00:00:00.000Z' })]);
  await copies.makeCopy();
  await erase(copies, { phone: '21 97777-6666', email: null }, 'lead:1');
  expect(await countLeads(copies.folder)).toBe(0);
  expect((await copies.restore()).erasedAgain).toBe(1);
  expect(await countLeads(copies.folder)).toBe(0);
});

test('ends the sessions and links of a restored copy, which may have ended after it', async () => {
  await using copies = await openCopies();
  const at = '2026-11-26T00:00:00.000Z';
  await copies.execute([
    `insert into operators (id, email, password, role) values ('o1', 'ana@escola.test', 'x', 'owner')`,
    `insert into operator_sessions (id, operator_id, refresh_key, aal, amr, user_agent, address)
      values ('s1', 'o1', x'00', 'aal2', '[]', '', '')`,
    `insert into operator_links (digest, email, expires_at, role)
      values (x'01', 'ana@escola.test', '${at}', 'owner')`,
  ]);
  await copies.makeCopy();
  await copies.restore();
  expect(await copies.query('select id from operators')).toHaveLength(1);
  expect(await copies.query('select id from operator_sessions')).toEqual([]);
  expect(await copies.query('select email from operator_links')).toEqual([]);
});

test('refuses what is no copy, and the copy of a newer release; upgrades an older one into an empty folder, and names the missing key first', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: join(folder.path, 'data') };
  const plan = (file: string) => () => planRestore(configOf(env), file);
  const write = (name: string, work: (database: DatabaseSync) => void) => {
    const file = join(folder.path, name);
    using database = new DatabaseSync(file);
    work(database);
    return file;
  };
  const migrations = listSqliteMigrations();
  const other = write('other.db', (database) => database.exec('create table a (b)'));
  const newer = write('newer.db', (database) => {
    migrateSqlite(database, () => {}, migrations);
    database.exec("insert into migrations (version, sha256) values (999999, 'x')");
  });
  const older = write('older.db', (database) => {
    migrateSqlite(database, () => {}, migrations.slice(0, -1));
    database.exec(`${addErasedLead()}; ${toInsert('stored_settings', SEALED)}`);
  });
  expect(plan(join(folder.path, 'none.db'))).toThrow('Não há cópia em');
  expect(plan(other)).toThrow('não é uma cópia do Funil');
  const noise = join(folder.path, 'noise.db');
  writeFileSync(noise, 'x'.repeat(5_000));
  expect(plan(noise)).toThrow(`${noise} não é uma cópia inteira do Funil`);
  const logged = write('logged.db', (database) => {
    migrateSqlite(database, () => {}, migrations);
    database.exec('pragma journal_mode = wal');
  });
  mkdirSync(`${logged}-wal`);
  expect(plan(logged)).toThrow(
    'só se abre em uma pasta desta máquina em que este usuário pode gravar',
  );
  const unfinished = join(folder.path, 'unfinished.db');
  write('written.db', (database) => {
    migrateSqlite(database, () => {}, migrations);
    database.exec(`create table filler (text); pragma cache_size = 1; begin;
      insert into filler with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 99)
        select hex(randomblob(2000)) from counted`);
    for (const end of ['', '-journal'])
      copyFileSync(join(folder.path, `written.db${end}`), unfinished + end);
  });
  expect(plan(unfinished)).toThrow(`${unfinished} não é uma cópia inteira do Funil`);
  expect(plan(newer)).toThrow('newer than this release');
  expect(existsSync(env.DATA_DIR)).toBe(false);
  const { code, stdout, stderr } = await callCommand('restore', [older, '--sim'], env);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining(join(env.DATA_DIR, 'secrets.key')),
  });
  expect(stdout).toContain('versão anterior');
  expect(stdout).not.toContain('O que estava no lugar');
  expect(await countLeads(env.DATA_DIR)).toBe(1);
  expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith('antes-'))).toEqual([]);
});
