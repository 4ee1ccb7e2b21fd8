import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Table } from '@funil/contract/protocol';
import { startServer } from './start-process.ts';

/** As `npm start` has them: little room for garbage keeps the server's memory small. */
const NODE_OPTIONS = ['--max-semi-space-size=4', '--max-old-space-size=128'];

interface Options {
  /** Environment beyond the address and the data folder. */
  env?: Record<string, string>;
  /** Another entry than `main.ts` of the server. */
  main?: string;
}

/** The real server on the built site, with an embedded database of its own. It may be stopped and started again. */
export class Funil {
  readonly #options: Options;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'funil-e2e-'));
  #server: Awaited<ReturnType<typeof startServer>> | undefined;
  #port = '0';
  url = '';

  constructor(options: Options = {}) {
    this.#options = options;
  }

  /** The server's process id, while it runs. */
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

  /** Ends the server; started again it keeps its address and its data. */
  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.#server?.stop(signal);
    this.#server = undefined;
  }

  /** A table's rows as the database file holds them, oldest first. */
  rows(table: Table): Record<string, unknown>[] {
    using database = new DatabaseSync(join(this.dataDir, 'funil.db'), { readOnly: true });
    const order = table === 'jornada' ? 'occurred_at, id' : 'rowid';
    return database.prepare(`select * from ${table} order by ${order}`).all();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
