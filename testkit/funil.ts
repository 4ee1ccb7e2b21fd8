import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CAPTURE_TABLE_NAMES, type CaptureTable } from '@funil/contract/capture/protocol';
import { makeEvent } from './rows.ts';
import { startServer } from './start-process.ts';
import { HANG_MS } from './with-timeout.ts';

/** The options of `npm start`, which limit the server's memory. */
const NODE_OPTIONS = ['--max-semi-space-size=4', '--max-old-space-size=256'];

interface Options {
  env?: Record<string, string>;
  /** Default: the server's `main.ts`. */
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

/** A restartable server process for the built site, with its own SQLite database unless `env` sets DATABASE_URL. */
export class Funil {
  readonly #options: Options;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'funil-e2e-'));
  #server: Awaited<ReturnType<typeof startServer>> | undefined;
  #port = '0';
  url = '';

  constructor(options: Options = {}) {
    this.#options = options;
  }

  /** The server's process id, or 0 if it is stopped. */
  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  async start(): Promise<void> {
    const { main = 'main.ts', env } = this.#options;
    this.#server = await startServer(
      { PORT: this.#port, DATA_DIR: this.dataDir, RATE_LIMIT: '0', ...env },
      [],
      { main, nodeOptions: NODE_OPTIONS },
    );
    this.url = this.#server.address;
    this.#port = new URL(this.url).port;
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.#server?.stop(signal);
    this.#server = undefined;
  }

  async removeRows(): Promise<void> {
    const response = await fetch(`${this.url}/rest/v1/jornada`, {
      method: 'POST',
      headers: { apikey: 'anon-local', 'content-type': 'application/json' },
      body: JSON.stringify(makeEvent()),
    });
    if (!response.ok) throw new Error(await response.text());
    using database = new DatabaseSync(join(this.dataDir, 'funil.db'), { timeout: HANG_MS });
    for (const table of CAPTURE_TABLE_NAMES) database.exec(`delete from ${table}`);
  }

  /** Returns a table's rows, oldest first. */
  rows(table: Exclude<CaptureTable, 'jornada'>): Record<string, unknown>[] {
    using database = new DatabaseSync(join(this.dataDir, 'funil.db'), { readOnly: true });
    return database.prepare(`select * from ${table} order by rowid`).all();
  }

  /** Returns all events, or only events with the given names, by time and then by arrival. */
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
