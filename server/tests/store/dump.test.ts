import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import {
  runPostgresProgram,
  startInstalledPostgres,
} from '../../../testkit/databases/installed-postgres.ts';
import { runQuery } from '../../../testkit/databases/start-postgres.ts';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { makeFolder, postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';

const TABLES = ['leads', 'applications', 'application_drafts', 'jornada'] as const;

async function readTables(address: string) {
  const rows = TABLES.map((table) => runQuery(address, `select * from ${table} order by id`));
  return Promise.all(rows);
}

test('restores a dump with every row on another server, and captures there', async () => {
  using folder = makeFolder();
  const dump = join(folder.path, 'funil.dump');
  await using first = await startInstalledPostgres();
  await first.administer("create role funil login createrole password 'password'");
  await first.administer('create database funil owner funil');
  const sourceUrl = first.addressOf('funil', 'funil');
  {
    await using server = await startServer({ DATABASE_URL: sourceUrl });
    for (const [table, row] of [
      ['leads', makeLead({ nome: 'Ana de Antes' })],
      ['applications', makeApplication()],
      ['application_drafts', makeDraft()],
      ['jornada', [makeEvent()]],
    ] as const) {
      expect((await postRows(server.address, table, row)).status).toBe(201);
    }
    // The dump is made while the server runs, as docs/deploying.md describes.
    runPostgresProgram('pg_dump', ['--format=custom', `--file=${dump}`, sourceUrl]);
  }
  const before = await readTables(sourceUrl);

  await using second = await startInstalledPostgres();
  await second.administer(`create role pagina login password 'password'; create role anon nologin;
    create role authenticated nologin; grant anon to pagina`);
  await second.administer('create database funil owner pagina');
  const targetUrl = second.addressOf('pagina', 'funil');
  runPostgresProgram('pg_restore', ['--no-owner', '--exit-on-error', '--dbname', targetUrl, dump]);
  expect(await readTables(targetUrl)).toEqual(before);

  const env = { DATABASE_URL: targetUrl };
  await using server = await startServer(env);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  expect((await postRows(server.address, 'leads', makeLead({ nome: 'Bia Depois' }))).status).toBe(
    201,
  );
  const reading = runQuery(targetUrl, 'select * from leads', 'set role anon');
  await expect(reading).rejects.toThrow('permission denied');
  const { stdout, stderr } = await callCommand('leads', [], env);
  expect(stderr).toBe('');
  expect(stdout).toContain('Ana de Antes');
  expect(stdout).toContain('Bia Depois');
});
