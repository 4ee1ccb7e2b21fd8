import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeEvent } from '../../testkit/rows.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { makeInsert } from './open-test-store.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

/** What PostgREST does with requests, one after the other: each a transaction as `anon`. */
async function request(address: string, headers: Record<string, string>, requests: object[][]) {
  const client = new pg.Client(address);
  await client.connect();
  const outcomes: string[] = [];
  for (const rows of requests) {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    try {
      await client.query("begin; set local role anon; set local timezone to 'UTC'");
      await client.query("select set_config('request.headers', $1, true)", [
        JSON.stringify(headers),
      ]);
      await client.query(
        `insert into jornada (${columns}) select ${columns}
         from json_populate_recordset(null::public.jornada, $1)`,
        [JSON.stringify(rows)],
      );
      await client.query('commit');
      outcomes.push('stored');
    } catch (error) {
      await client.query('rollback');
      const { code, detail } = error as pg.DatabaseError;
      outcomes.push(code === 'PGRST' ? String(JSON.parse(detail ?? '{}').status) : `${error}`);
    }
  }
  await client.end();
  return outcomes;
}

const events = (count: number) => Array.from({ length: count }, () => makeEvent());
const singles = (count: number) => Array.from({ length: count }, () => [makeEvent()]);

test('on Supabase a request carries a hundred rows, and not one more', async () => {
  const address = await postgres.createDatabase();
  expect(await request(address, { host: 'x' }, [events(100), events(101), events(100)])).toEqual([
    'stored',
    '413',
    'stored',
  ]);
  expect(await runQuery(address, 'select count(*)::int as n from jornada')).toEqual([{ n: 200 }]);
});

test('on Supabase one address has 600 requests a minute, and others go on', async () => {
  const address = await postgres.createDatabase();
  const from = (forwarded: string) => ({ 'x-forwarded-for': forwarded });
  const outcomes = await request(address, from('203.0.113.7, 10.0.0.1'), singles(602));
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(600);
  expect(outcomes.slice(600)).toEqual(['429', '429']);
  expect(await request(address, from('203.0.113.8'), singles(1))).toEqual(['stored']);
  await runQuery(
    address,
    "update funil.rate_limits set started_at = now() - interval '61 seconds'",
  );
  expect(await request(address, from('203.0.113.7'), singles(1))).toEqual(['stored']);
  const kept = await runQuery(
    address,
    'select encode(address, $$escape$$) as a from funil.rate_limits',
  );
  expect(JSON.stringify(kept)).not.toContain('203.0');
});

test('on Supabase what the edge says of an address counts before what a client may claim', async () => {
  const address = await postgres.createDatabase();
  await runQuery(
    address,
    'create or replace function funil.max_captures_per_minute() returns integer language sql return 1',
  );
  const from = (last: number, known = '2001:db8:1:2::1') => ({
    'cf-connecting-ip': known,
    'x-forwarded-for': `198.51.100.${last}`,
  });
  expect(await request(address, from(1), singles(1))).toEqual(['stored']);
  expect(await request(address, from(2), singles(1))).toEqual(['429']);
  expect(await request(address, from(3, '2001:db8:1:2:3::9'), singles(1))).toEqual(['429']);
  expect(await request(address, from(4, '2001:db8:1:3::1'), singles(1))).toEqual(['stored']);
  expect(await request(address, { 'x-forwarded-for': 'unknown' }, singles(2))).toEqual([
    'stored',
    'stored',
  ]);
});

test('batches of our own server are not held to the limits of a request', async () => {
  const address = await postgres.createDatabase();
  const store = createPostgresStore(address, () => {});
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => store.insert(makeInsert('jornada', events(100)))),
  );
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  await store.close();
});
