import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CaptureTable } from '@funil/contract/capture/protocol';
import { createPostgresStore } from '@funil/server/store/postgres/store';
import pg from 'pg';
import { findPort } from '../find-port.ts';
import { makeFolder } from '../start-app.ts';
import { HANG_MS, withTimeout } from '../with-timeout.ts';
import { findOwner, type Owner, preparePrograms } from './postgres-program.ts';

const READY_MESSAGE = 'database system is ready to accept connections';
const SETTINGS = ['listen_addresses=127.0.0.1', 'max_connections=100'];

let sharedPostgres: ReturnType<typeof startDedicatedPostgres> | undefined;

/** Returns the PostgreSQL of this process, which a test may stop, because one file runs at a time. */
export async function startPostgres() {
  sharedPostgres ??= startDedicatedPostgres();
  const { createDatabase, createEmptyDatabase, administer, start, stop } = await sharedPostgres;
  const names: string[] = [];
  const record = (address: string) => {
    names.push(new URL(address).pathname.slice(1));
    return address;
  };
  return {
    createDatabase: async () => record(await createDatabase()),
    createEmptyDatabase: async () => record(await createEmptyDatabase()),
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await start();
      for (const name of names.splice(0)) await administer(`drop database ${name} with (force)`);
    },
  };
}

/** Starts a PostgreSQL with only its administrator. @param isDurable syncs commits to the disk */
export async function startDedicatedPostgres({ isDurable = false } = {}) {
  const folder = makeFolder();
  // PostgreSQL refuses to run as root, and its user must be able to enter this folder.
  chmodSync(folder.path, 0o755);
  const owner = findOwner();
  const programs = preparePrograms(owner, folder.path);
  const cluster = await startCluster({ folder: folder.path, programs, owner, isDurable });
  let template: Promise<string> | undefined;

  async function create(clause: string): Promise<string> {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await cluster.administer(`create database ${name}${clause}`);
    return cluster.addressOf('postgres', name);
  }
  const createEmptyDatabase = () => create('');
  async function createTemplate() {
    const address = await createEmptyDatabase();
    const store = createPostgresStore(address, () => {});
    if (!(await store.isReady())) throw new Error('The database cannot be prepared.');
    await store.close();
    return new URL(address).pathname.slice(1);
  }
  async function dispose() {
    await cluster.stop();
    folder[Symbol.dispose]();
  }
  return {
    ...cluster,
    createEmptyDatabase,
    async createDatabase() {
      template ??= createTemplate();
      // `file_copy` takes half the time, because PostgreSQL does not log the copied pages.
      return create(` template ${await template} strategy file_copy`);
    },
    [Symbol.asyncDispose]: dispose,
  };
}

interface ClusterOptions {
  /** The cluster's folder, which `owner` must be able to enter. */
  folder: string;
  /** The folder of `initdb` and `postgres`. */
  programs: string;
  owner: Owner | null;
  isDurable?: boolean;
}

export async function startCluster({ folder, programs, owner, isDurable = false }: ClusterOptions) {
  const port = await findPort();
  const data = join(folder, 'pg');
  const options = {
    ...owner,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: process.env.TZ },
  };
  const passwordFile = join(folder, 'password');
  mkdirSync(data);
  writeFileSync(passwordFile, 'password\n');
  if (owner) for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  await promisify(execFile)(
    join(programs, 'initdb'),
    [
      `--pgdata=${data}`,
      '--auth=password',
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
    ],
    { ...options, timeout: HANG_MS, killSignal: 'SIGKILL' },
  );

  let running: ChildProcess | undefined;
  const hasEnded = () => !running || running.exitCode !== null || running.signalCode !== null;
  async function start() {
    if (!hasEnded()) return;
    const settings = [...SETTINGS, `fsync=${isDurable ? 'on' : 'off'}`];
    const args = ['-D', data, '-p', String(port), '-k', ''];
    const child = spawn(
      join(programs, 'postgres'),
      [...args, ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    running = child;
    endWithProcess(child, folder);
    let output = '';
    const ready = new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk) => {
        output += chunk;
        if (output.includes(READY_MESSAGE)) resolve();
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`PostgreSQL ended\n${output}`)));
    });
    await withTimeout(HANG_MS, 'PostgreSQL is ready', ready);
    child.stderr.removeAllListeners('data').resume();
  }
  const addressOf = (user: string, database: string) =>
    `postgres://${user}:password@127.0.0.1:${port}/${database}`;
  await start();
  return {
    addressOf,
    start,
    async stop() {
      const child = running;
      if (!child || hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await withTimeout(HANG_MS, 'PostgreSQL ends', ended);
    },
    administer: (sql: string) => runQuery(addressOf('postgres', 'postgres'), sql),
  };
}

function endWithProcess(child: ChildProcess, folder: string) {
  // vitest sends its workers a signal, which emits no `exit` event by default.
  const exit = () => process.exit();
  const end = () => {
    child.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  };
  process.once('SIGTERM', exit);
  process.once('exit', end);
  child.once('exit', () => {
    process.off('SIGTERM', exit);
    process.off('exit', end);
  });
}

/** Runs `before`, such as `set role`, and then one query. */
export async function runQuery(
  address: string,
  sql: string,
  before = '',
): Promise<pg.QueryResultRow[]> {
  await using client = await connectPostgres(address);
  if (before) await client.query(before);
  return (await client.query(sql)).rows;
}

/** Returns a connected client, which `await using` ends. */
export async function connectPostgres(address: string) {
  const client = new pg.Client(address);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

export async function insertRows(
  client: pg.Client,
  table: CaptureTable,
  rows: Record<string, unknown>[],
) {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await client.query(
    `insert into ${table} (${columns})
     select ${columns} from json_populate_recordset(null::public.${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
