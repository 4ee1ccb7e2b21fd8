import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { judgeCopies } from '../../src/connections/copies.ts';
import { copyAlerts } from '../../src/connections/copy-alerts.ts';
import { failureFile } from '../../src/copies/copy-names.ts';
import { copyIfDue } from '../../src/copies/daily-copy.ts';
import { makeCopy } from '../../src/copies/make-copy.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { MORNING, openCopies, usePlainDisk } from './open-copies.ts';

test('makes one copy each night, after three o’clock in Brasília', async () => {
  await using copies = await openCopies();
  await copies.copyAt(MORNING - HOUR_MS);
  expect(existsSync(copies.dir)).toBe(false);
  await copies.copyAt(MORNING);
  expect(readdirSync(copies.dir)).toEqual(['funil-2026-11-26.db']);
  await copies.copyAt(MORNING + HOUR_MS);
  expect(readdirSync(copies.dir)).toEqual(['funil-2026-11-26.db']);
  await copies.copyAt(MORNING + 24 * HOUR_MS);
  expect(readdirSync(copies.dir)).toEqual(['funil-2026-11-26.db', 'funil-2026-11-27.db']);
});

test('copies content and originals, and stores an unchanged picture only once', async () => {
  await using copies = await openCopies();
  for (const name of ['content', 'originals']) mkdirSync(join(copies.folder, name));
  writeFileSync(join(copies.folder, 'content/site.yaml'), 'a: 1\n');
  writeFileSync(join(copies.folder, 'originals/a.jpg'), 'picture');
  await copies.copyAt(MORNING);
  await copies.copyAt(MORNING + 24 * HOUR_MS);
  const parts = (day: string) => join(copies.dir, `funil-2026-11-${day}.db`);
  expect(readFileSync(`${parts('27')}-conteudo/site.yaml`, 'utf8')).toBe('a: 1\n');
  expect(statSync(`${parts('27')}-originais/a.jpg`).nlink).toBe(2);
});

test('makes each copy on a disk without hard links, modes and locks', async () => {
  await using copies = await openCopies();
  mkdirSync(join(copies.folder, 'originals'));
  writeFileSync(join(copies.folder, 'originals/a.jpg'), 'picture');
  using _ = usePlainDisk(copies.dir);
  await copies.makeCopy();
  const second = join(copies.dir, 'funil-2026-11-27.db');
  await makeCopy(copies.config, second, copies.copy);
  expect(readFileSync(`${second}-originais/a.jpg`, 'utf8')).toBe('picture');
  expect(existsSync(second)).toBe(true);
});

test('copies the files that a link leads to', async () => {
  await using copies = await openCopies();
  mkdirSync(join(copies.folder, 'elsewhere'));
  writeFileSync(join(copies.folder, 'elsewhere/site.yaml'), 'a: 1\n');
  symlinkSync(join(copies.folder, 'elsewhere'), join(copies.folder, 'content'));
  await copies.copyAt(MORNING);
  const content = join(copies.dir, 'funil-2026-11-26.db-conteudo');
  expect(lstatSync(content).isDirectory()).toBe(true);
  expect(readFileSync(join(content, 'site.yaml'), 'utf8')).toBe('a: 1\n');
});

test('removes what a killed copy left an hour ago, and nothing newer', async () => {
  await using copies = await openCopies();
  mkdirSync(copies.dir);
  const oldNames = ['x.db.7.incompleto', 'x.db.7.incompleto-journal', 'other.incompleto'];
  const newer = 'funil-2026-11-26.db.7.incompleto';
  for (const name of [...oldNames, newer]) writeFileSync(join(copies.dir, name), '');
  for (const name of oldNames) utimesSync(join(copies.dir, name), 0, 0);
  await makeCopy(copies.config, join(copies.dir, 'y.db'));
  expect(readdirSync(copies.dir)).toEqual([newer, 'other.incompleto', 'y.db']);
});

test('makes a copy again whose database was not reached before a crash', async () => {
  await using copies = await openCopies();
  const database = join(copies.dir, 'funil-2026-11-26.db');
  mkdirSync(`${database}-conteudo`, { recursive: true });
  expect(await copies.judge(MORNING)).toMatchObject([{ awaitsFirstUse: true }]);
  await copies.copyAt(MORNING);
  expect(existsSync(database)).toBe(true);
});

test('reports red, and alerts owners, when no good copy was made for 26 hours', async () => {
  await using copies = await openCopies();
  expect(await copies.judge(MORNING)).toMatchObject([{ level: 'yellow', awaitsFirstUse: true }]);
  await copies.copyAt(MORNING);
  utimesSync(join(copies.dir, 'funil-2026-11-26.db'), MORNING / 1_000, MORNING / 1_000);
  const level = async (now: number) => (await copies.judge(now))[0]?.level;
  expect(await level(MORNING + 26 * HOUR_MS)).toBe('green');
  expect(await level(MORNING + 26 * HOUR_MS + 1)).toBe('red');
  const { find } = copyAlerts(copies.config);
  await using database = await openDatabase(copies.config.store, 'read');
  expect(await find(database, MORNING + 26 * HOUR_MS)).toEqual([]);
  expect(await find(database, MORNING + 27 * HOUR_MS)).toMatchObject([
    { text: { what: 'A última cópia boa é de há 27 h.' } },
  ]);
});

test('reports red in spite of a copy that was made before the clock was set back', async () => {
  await using copies = await openCopies();
  for (const now of [MORNING, MORNING + 30 * 24 * HOUR_MS]) {
    await copies.copyAt(now);
    const day = new Date(now).toISOString().slice(0, 10);
    utimesSync(join(copies.dir, `funil-${day}.db`), now / 1_000, now / 1_000);
  }
  expect(await copies.judge(MORNING + 27 * HOUR_MS)).toMatchObject([{ level: 'red' }]);
});

test('says why a copy cannot be made, leaves none, and tries again', async () => {
  await using copies = await openCopies();
  writeFileSync(copies.dir, 'a file where the folder should be');
  await expect(copies.copyAt(MORNING)).rejects.toThrow('Não existe a pasta em que');
  expect(await copies.judge(MORNING)).toMatchObject([{ level: 'red' }]);
  const elsewhere = { ...copies.config, copies: { dir: join(copies.folder, 'other') } };
  await copyIfDue(elsewhere, elsewhere.copies.dir, MORNING);
  expect((await judgeCopies({ config: elsewhere, now: Date.now() })).findings[0]?.level).toBe(
    'green',
  );
});

test('says that the folder of copies hangs, and blocks nothing else', async () => {
  await using copies = await openCopies();
  const unanswered = failureFile(copies.folder);
  // Reading this file waits until a program writes it.
  spawnSync('mkfifo', [unanswered]);
  const [findings, copied] = await Promise.all([
    copies.judge(MORNING),
    copies.copyAt(MORNING).catch((error: Error) => error.message),
  ]);
  expect(findings).toMatchObject([{ level: 'red', what: expect.stringContaining('não responde') }]);
  expect(copied).toContain('does not answer');
  expect(existsSync(copies.dir)).toBe(false);
  writeFileSync(unanswered, '');
  // Tests share the read that waited, so that it ends with this one.
  await copies.judge(MORNING);
});

test('makes no copy in a folder whose link leads to one that is copied', async () => {
  await using copies = await openCopies();
  mkdirSync(join(copies.folder, 'content'));
  symlinkSync(join(copies.folder, 'content'), copies.dir);
  await expect(copies.copyAt(MORNING)).rejects.toThrow('publicada ou copiada');
  expect(readdirSync(copies.dir)).toEqual([]);
});

test('copies only the content with PostgreSQL, and is not red for it', async () => {
  await using copies = await openCopies();
  mkdirSync(join(copies.folder, 'content'));
  const store = { databaseUrl: 'postgres://127.0.0.1/funil', dataDir: copies.folder };
  const config = { ...copies.config, store };
  await copyIfDue(config, copies.dir, MORNING);
  expect(readdirSync(copies.dir)).toEqual(['funil-2026-11-26.db-conteudo']);
  expect((await judgeCopies({ config, now: MORNING })).findings).toMatchObject([
    { level: 'green' },
  ]);
});

test('removes copies of the content that are no longer kept, with PostgreSQL too', async () => {
  await using copies = await openCopies();
  mkdirSync(join(copies.folder, 'content'));
  const store = { databaseUrl: 'postgres://127.0.0.1/funil', dataDir: copies.folder };
  for (const day of [17, 18, 19, 20, 21, 22, 23, 24, 25]) {
    mkdirSync(join(copies.dir, `funil-2026-11-${day}.db-conteudo`), { recursive: true });
  }
  await copyIfDue({ ...copies.config, store }, copies.dir, MORNING);
  expect(readdirSync(copies.dir)).toEqual(
    [20, 21, 22, 23, 24, 25, 26].map((day) => `funil-2026-11-${day}.db-conteudo`),
  );
});
