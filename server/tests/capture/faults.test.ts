import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILE_LIMIT_SHELL, isInstalled, limitFileSize } from '../../../testkit/full-disk.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { makeFolder, postRows, startApp } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { openForWriting } from '../../src/store/sqlite/database.ts';

test('is not ready, answers 503 and logs an error while the disk is full, and captures again afterwards', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path, RATE_LIMIT: '0' };
  await using server = await startServer(env, FILE_LIMIT_SHELL);
  const readReadiness = async () => (await fetch(`${server.address}/readyz`)).status;
  expect(await readReadiness()).toBe(200);

  limitFileSize(server.pid, 1);
  // Without a capture, too.
  await expect.poll(readReadiness).toBe(503);
  const response = await postRows(server.address, 'leads', makeLead());
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  await expect.poll(() => server.output.stderr).toContain('the database does not take rows');
  expect(server.output.stderr).not.toContain('Maria');

  limitFileSize(server.pid, 'unlimited');
  await expect.poll(readReadiness).toBe(200);
  await expect
    .poll(async () => (await postRows(server.address, 'leads', makeLead())).status)
    .toBe(201);
  using database = openForWriting(folder.path);
  expect(database.prepare('select count(*) as n from leads').get()).toEqual({ n: 1 });
});

test('writes little when readiness is polled often', async () => {
  await using app = await startApp();
  expect((await fetch(`${app.address}/readyz`)).status).toBe(200);
  const size = () => statSync(join(app.dataDir, 'funil.db-wal')).size;
  const before = size();
  for (let count = 0; count < 300; count += 1) await fetch(`${app.address}/readyz`);
  expect(size() - before).toBeLessThan(100_000);
});

test('makes the data folder and its files private, new and existing ones', () => {
  using folder = makeFolder();
  const dataDir = join(folder.path, 'data');
  const files = ['', '-wal', '-shm'].map((suffix) => join(dataDir, `funil.db${suffix}`));
  const readModes = () => [dataDir, ...files].map((path) => statSync(path).mode & 0o777);
  using _database = openForWriting(dataDir);
  expect(readModes()).toEqual([0o700, 0o600, 0o600, 0o600]);
  chmodSync(dataDir, 0o755);
  for (const file of files) chmodSync(file, 0o644);
  using _again = openForWriting(dataDir);
  expect(readModes()).toEqual([0o700, 0o600, 0o600, 0o600]);
});

test('explains an unusable data folder, answers 503, and opens the database by itself once it is usable', async () => {
  using folder = makeFolder();
  const dataDir = join(folder.path, 'data');
  writeFileSync(dataDir, 'a file');
  await using server = await startServer({ DATA_DIR: dataDir });
  expect(server.output.stderr).toContain(
    `${dataDir} não é uma pasta. Escolha outra em DATA_DIR, no .env. O servidor continua ligado`,
  );
  expect((await postRows(server.address, 'leads', makeLead())).status).toBe(503);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
  renameSync(dataDir, `${dataDir}-kept`);
  mkdirSync(dataDir);
  const over = 'no longer: the database cannot be opened';
  await expect.poll(() => server.output.stderr).toContain(over);
  expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);
  expect(server.output.stderr.split('"msg":"the database cannot be opened"')).toHaveLength(2);
});

test('syncs a lead to the disk before acknowledging it', async () => {
  using folder = makeFolder();
  using database = openForWriting(folder.path);
  expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  if (!isInstalled('strace')) return;

  const trace = join(folder.path, 'trace');
  const calls = 'trace=fsync,fdatasync,pwrite64,write,writev';
  const env = { DATA_DIR: folder.path };
  await using server = await startServer(env, [
    'strace',
    '-D',
    '-f',
    '-y',
    '-e',
    calls,
    '-o',
    trace,
  ]);
  expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);
  await server.stop();
  const lines = readFileSync(trace, 'utf8').split('\n');
  const written = lines.findLastIndex((line, index) => {
    const answered = lines.findIndex((other) => other.includes('201 Created'));
    return index < answered && /pwrite64\(.*funil\.db-wal>/.test(line);
  });
  const synced = lines.findIndex(
    (line, index) => index > written && /sync\(.*funil\.db-wal>\) += 0/.test(line),
  );
  const answered = lines.findIndex((line) => line.includes('201 Created'));
  expect(written).toBeGreaterThan(0);
  expect(synced).toBeGreaterThan(written);
  expect(answered).toBeGreaterThan(synced);
});
