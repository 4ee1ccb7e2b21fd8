import type { Table } from '@funil/contract/protocol';
import pg from 'pg';

/**
 * What PostgREST does with one request: role, headers and statement in one transaction.
 * @returns `stored`, or the error's SQLSTATE
 */
export async function askAsPostgrest(
  address: string,
  table: Table,
  rows: Record<string, unknown>[],
  headers: Record<string, string> = {},
) {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local role anon');
    await client.query("select set_config('request.headers', $1, true)", [JSON.stringify(headers)]);
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::public.${table}, $1)`,
      [JSON.stringify(rows)],
    );
    await client.query('commit');
    return 'stored';
  } catch (error) {
    return (error as pg.DatabaseError).code;
  } finally {
    await client.end();
  }
}
