import { createHash } from 'node:crypto';
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pendingMigrations, readMigrations } from './migrations.ts';
import { SQLITE_FOLDER } from './sqlite/migrate.ts';
import { translate } from './sqlite/translate.ts';

const root = join(import.meta.dirname, '../../..');
const supabase = readMigrations();
const sqlite = readMigrations(SQLITE_FOLDER);

test('records its version in each PostgreSQL file', () => {
  for (const { sql, version, name } of supabase) {
    expect(sql, name).toContain(`insert into funil.migrations (version) values (${version});`);
  }
});

test('reads the same migrations from a clone with the line ends of Windows', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'funil-test-'));
  for (const { name, sql } of supabase) {
    writeFileSync(join(folder.path, name), sql.replaceAll('\n', '\r\n'));
  }
  expect(readMigrations(folder.path)).toEqual(supabase);
  const [first] = supabase;
  const hashOf = (sql = '') => createHash('sha256').update(sql).digest('hex');
  const version = Number(first?.version);
  const ofRelease100 = { version, sha256: hashOf(first?.sql.replaceAll('\n', '\r\n')) };
  expect(pendingMigrations(supabase, [ofRelease100])).toHaveLength(supabase.length - 1);
  expect(() => pendingMigrations(supabase, [{ version, sha256: hashOf('x') }])).toThrow('earlier');
});

test('names the migrations of SQLite like those of PostgreSQL', () => {
  const names = supabase.map(({ name }) => name);
  expect(sqlite.length).toBeGreaterThan(0);
  for (const { name } of sqlite) expect(names).toContain(name);
});

test('translates tables, columns, indexes and rows for SQLite, except those that SQLite’s own file makes', () => {
  const postgres = `
-- Colors; as sent.
create table funil.colors (
  id bigint generated always as identity primary key,
  -- When it was stored.
  at timestamptz not null default now(),
  is_dark boolean not null default false,
  mixture jsonb not null default '{}',
  of uuid references funil.sales on delete cascade,

  constraint name_is_short check (char_length(name) <= 80),
  constraint state_is_known check (
    state in ('a', 'b')
  ),
  constraint mixture_is_json check (mixture::json is not null)
);
alter table funil.colors enable row level security;
create index colors_by_time on funil.colors (at) where is_dark;
insert into funil.colors (mixture) values ('["red" || chr(10)]');
alter table funil.colors add column digest bytea;
create table public.paints (
  save_id uuid not null primary key default gen_random_uuid(),
  suspect text default funil.request_suspicion(),
  number bigint generated always as identity,
  litres integer not null,

  constraint litres_are_positive check (litres > 0)
);
create table public.brushes (id uuid);
create index brushes_by_id on public.brushes (id);
insert into funil.migrations (version) values (1);`;
  expect(translate(postgres, 'create view brushes as select 1;')).toBe(`create table colors (
  id integer primary key autoincrement,
  at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  is_dark integer not null default 0,
  mixture text not null default '{}',
  of text references sales on delete cascade,
  constraint state_is_known check (
    state in ('a', 'b')
  )
) strict;
create index colors_by_time on colors (at) where is_dark;
insert into colors (mixture) values ('["red" || char(10)]');
alter table colors add column digest blob;
create table paints (
  save_id text not null primary key,
  suspect text,
  litres integer not null
) strict;`);
});

test('keeps each released migration as it was released', () => {
  const list = readFileSync(join(import.meta.dirname, 'released-migrations.sha256'), 'utf8');
  const released = list.split('\n').filter((line) => line !== '');
  const changed = released.flatMap((line) => {
    const [hash, file = ''] = line.split('  ');
    const bytes = existsSync(join(root, file)) ? readFileSync(join(root, file)) : '';
    if (createHash('sha256').update(bytes).digest('hex') === hash) return [];
    return [`${file} was edited after its release: restore it, and add a new migration instead.`];
  });
  expect(changed).toEqual([]);
});
