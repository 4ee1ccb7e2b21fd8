import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from './migrations.ts';

const supabase = readMigrations(join(import.meta.dirname, '../../../supabase/migrations'));
const sqlite = readMigrations(join(import.meta.dirname, 'sqlite/migrations'));

test('records its version in each PostgreSQL file', () => {
  for (const { sql, version, name } of supabase) {
    expect(sql, name).toContain(`insert into funil.migrations (version) values (${version});`);
  }
});

test('names the migrations of SQLite like those of PostgreSQL', () => {
  const names = supabase.map(({ name }) => name);
  expect(sqlite.length).toBeGreaterThan(0);
  for (const { name } of sqlite) expect(names).toContain(name);
});
