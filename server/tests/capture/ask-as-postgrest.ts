import type { CaptureTable } from '@funil/contract/capture/protocol';
import type pg from 'pg';
import { connectPostgres, insertRows } from '../../../testkit/databases/start-postgres.ts';

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
): Promise<number | string | undefined> {
  if (typeof database === 'string') {
    await using client = await connectPostgres(database);
    return await askAsPostgrest(client, table, rows, headers);
  }
  try {
    await database.query('begin');
    await database.query('set local role anon');
    await database.query("select set_config('request.headers', $1, true)", [
      JSON.stringify(headers),
    ]);
    await insertRows(database, table, rows);
    await database.query('commit');
    return 'stored';
  } catch (error) {
    await database.query('rollback');
    const { code, detail } = error as pg.DatabaseError;
    return code === 'PGRST' ? Number(JSON.parse(detail ?? '{}').status) : code;
  }
}
