import type { CaptureTable } from '@funil/contract/capture/protocol';
import pg from 'pg';

/**
 * Runs an insert as PostgREST does: sets the role and the headers, and inserts, in one transaction.
 * @param database its address, or a connection, as PostgREST reuses them
 * @returns `stored`, the HTTP status that the database sets, or the error's SQLSTATE
 */
export async function askAsPostgrest(
  database: string | pg.Client,
  table: CaptureTable,
  rows: Record<string, unknown>[],
  headers: Record<string, string> = {},
) {
  const client = typeof database === 'string' ? new pg.Client(database) : database;
  const isOwn = client !== database;
  if (isOwn) await client.connect();
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
    await client.query('rollback');
    const { code, detail } = error as pg.DatabaseError;
    return code === 'PGRST' ? Number(JSON.parse(detail ?? '{}').status) : code;
  } finally {
    if (isOwn) await client.end();
  }
}
