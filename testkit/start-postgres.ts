import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import pg from 'pg';
import { findPort } from './find-port.ts';
import { PostgresCluster } from './postgres-cluster.ts';
import { makeFolder } from './start-app.ts';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** A real PostgreSQL of its own, with databases to give away. */
export async function startPostgres() {
  const folder = makeFolder();
  // PostgreSQL does not run as root; its own user has to reach its folder.
  chmodSync(folder.path, 0o755);
  const port = await findPort();
  const cluster = new PostgresCluster(folder.path, port);
  await cluster.initialise();
  await cluster.start();
  const addressOf = (database: string) =>
    `postgres://postgres:password@127.0.0.1:${port}/${database}`;
  return {
    cluster,
    /** After `cluster.stop()`: the same data again. */
    restart: () => cluster.start(),
    async createDatabase(): Promise<string> {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await runQuery(addressOf('postgres'), `create database ${name}`);
      return addressOf(name);
    },
    async [Symbol.asyncDispose]() {
      await cluster.stop();
      folder[Symbol.dispose]();
    },
  };
}

/** One query as the owner, or as whoever `before` says. */
export async function runQuery(
  address: string,
  sql: string,
  before = '',
): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    if (before) await client.query(before);
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
