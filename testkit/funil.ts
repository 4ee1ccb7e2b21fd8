import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import type { Table } from '@funil/contract/protocol';
import { COMPILE_CACHE } from './compile-cache.ts';
import { within } from './within.ts';

/** As `npm start` has them: little room for garbage keeps the server's memory small. */
const NODE_OPTIONS = ['--max-semi-space-size=4', '--max-old-space-size=128'];
const MAIN = join(import.meta.dirname, '../server/src/main.ts');

interface Options {
  /** Environment beyond the address and the data folder. */
  env?: Record<string, string>;
  /** Instead of the server's own entry point. */
  main?: string;
}

export interface StoredEvent {
  id: string;
  session_id: string;
  name: string;
  secao: string | null;
  payload: Record<string, unknown>;
  utm_source: string;
  lead_ref: string | null;
}

/** Longest wait for the server's start or end. */
const SERVER_TIMEOUT_MS = 20_000;

async function readAddress(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error('the server ended before it was ready');
}

/** The real server on the built site, with an embedded database of its own. */
export class Funil {
  readonly #options: Options;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'funil-e2e-'));
  #process: ChildProcess | undefined;
  #port = '0';
  url = '';

  constructor(options: Options = {}) {
    this.#options = options;
  }

  /** The server's process id, while it runs. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const { main = MAIN, env } = this.#options;
    const child = spawn(process.execPath, [...NODE_OPTIONS, main], {
      env: {
        ...process.env,
        ...COMPILE_CACHE,
        ENV_FILE: '',
        PORT: this.#port,
        CONSOLE_PORT: '0',
        DATA_DIR: this.dataDir,
        RATE_LIMIT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#process = child;
    this.url = await within(SERVER_TIMEOUT_MS, 'the server is ready', readAddress(child.stdout));
    this.#port = new URL(this.url).port;
  }

  /** Ends the server; started again it keeps its address and its data. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await within(SERVER_TIMEOUT_MS, `the server ends after ${signal}`, ended);
  }

  /** A table's rows as the database file holds them, oldest first. */
  rows(table: Exclude<Table, 'jornada'>): Record<string, unknown>[] {
    using database = new DatabaseSync(join(this.dataDir, 'funil.db'), { readOnly: true });
    return database.prepare(`select * from ${table} order by rowid`).all();
  }

  /** Stored events of these names, or all of them, in the order they happened; within one millisecond, as they came. */
  events(...names: string[]): StoredEvent[] {
    using database = new DatabaseSync(join(this.dataDir, 'funil.db'), { readOnly: true });
    const rows = database.prepare('select * from jornada order by occurred_at, number').all();
    return rows
      .map(
        (row) => ({ ...row, payload: JSON.parse(String(row.payload)) }) as unknown as StoredEvent,
      )
      .filter(({ name }) => names.length === 0 || names.includes(name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
