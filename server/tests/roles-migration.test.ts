import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { readMigrations } from '../src/store/migrations.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const OPERATOR = `insert into funil.operators (id, email, password)
  values ('018f0000-0000-7000-8000-000000000001', 'ana@escola.test', '$argon2id$')`;
const LINK = `insert into funil.operator_links (digest, email, expires_at)
  values ('0123456789abcdef0123456789abcdef', 'bia@escola.test', '2030-01-01T00:00:00Z')`;
const OPERATORS = 'select role from funil.operators';
const LINKS = 'select role from funil.operator_links';

/** A database as it was before roles, and its migration to them. */
async function openBefore(kind: string) {
  const folder = kind === 'SQLite' ? '../src/store/sqlite/migrations' : '../../supabase/migrations';
  const all = readMigrations(join(import.meta.dirname, folder));
  const url = kind === 'SQLite' ? null : await postgres.createDatabase();
  const database = new DatabaseSync(':memory:');
  const query = async (sql: string) => {
    if (url !== null) return runQuery(url, sql);
    const local = sql.replaceAll('funil.', '').replace(/'(\w{32})'/, "cast('$1' as blob)");
    return database.prepare(local).all();
  };
  const migrate = async (versions: typeof all) => {
    for (const { sql } of versions) url === null ? database.exec(sql) : await runQuery(url, sql);
  };
  const place = all.findIndex(({ name }) => name === '20261122000023_roles.sql');
  await migrate(all.slice(0, place));
  return { query, migrate: () => migrate(all.slice(place, place + 1)) };
}

test.each(['SQLite', 'PostgreSQL'])(
  '%s: makes owners of those who could do everything, and no more',
  async (kind) => {
    const { query, migrate } = await openBefore(kind);
    await query(OPERATOR);
    await query(LINK);
    await migrate();
    expect(await query(OPERATORS)).toEqual([{ role: 'owner' }]);
    expect(await query(LINKS)).toEqual([{ role: 'attendant' }]);
  },
);

test.each(['SQLite', 'PostgreSQL'])(
  '%s: makes an owner of the first operator, whose link was open',
  async (kind) => {
    const { query, migrate } = await openBefore(kind);
    await query(LINK);
    await migrate();
    expect(await query(LINKS)).toEqual([{ role: 'owner' }]);
  },
);
