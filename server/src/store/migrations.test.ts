import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from './migrations.ts';

const root = join(import.meta.dirname, '../../..');
const supabase = readMigrations(join(root, 'supabase/migrations'));
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
