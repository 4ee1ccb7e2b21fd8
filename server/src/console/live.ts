import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_TABLES, type LiveTable } from '@funil/contract/console/status';
import { type RawBuilder, sql } from 'kysely';
import type { ReportError } from '../store/capture-store.ts';
import type { CommitWatch } from '../store/commit-watch.ts';
import type { Database } from '../store/database.ts';
import { isBusy } from '../store/sqlite/busy-retry.ts';

const RETRY_AFTER_ERROR_MS = 5_000;
/** While another process writes to SQLite. */
const RETRY_WHILE_LOCKED_MS = 100;

export interface Live {
  /** Calls `listener` with the tables that changed. Returns a function that unsubscribes. */
  subscribe(listener: (tables: readonly LiveTable[]) => void): () => void;
  /** Returns the tables that changed in the last `ms`, as far as this process knows. */
  findChangedWithin(ms: number): readonly LiveTable[];
  close(): Promise<void>;
}

interface LiveParts {
  readonly database: Database;
  readonly watch: CommitWatch;
  readonly reportError: ReportError;
}

/** Notifies subscribers of changed tables after each commit, without any value. */
export function startLive({ database, watch, reportError }: LiveParts): Live {
  const listeners = new Set<(tables: readonly LiveTable[]) => void>();
  const stop = new AbortController();
  const { signal } = stop;
  let marks: TableMarks | null = null;
  /** When each table last changed; before the first marks, every table may have. */
  const changedAt = new Map<LiveTable, number>();

  async function notifyChanges() {
    const found = await readMarks(database);
    const changed = marks === null ? [] : findChanged(marks, found);
    const now = performance.now();
    for (const table of marks === null ? LIVE_TABLES : changed) changedAt.set(table, now);
    marks = found;
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  }

  const wait = (ms: number) =>
    pause(ms, undefined, { signal }).catch(() => {
      // The listener is closing.
    });

  async function run() {
    while (!signal.aborted) {
      try {
        await notifyChanges();
        await watch.next(signal);
      } catch (error) {
        const isLocked = isBusy(error);
        if (!isLocked && !signal.aborted) {
          reportError('the console cannot follow the database', error);
        }
        await wait(isLocked ? RETRY_WHILE_LOCKED_MS : RETRY_AFTER_ERROR_MS);
      }
    }
  }

  const running = run();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    findChangedWithin(ms) {
      const since = performance.now() - ms;
      return LIVE_TABLES.filter((table) => (changedAt.get(table) ?? since) >= since);
    },
    async close() {
      stop.abort();
      await running;
      await watch.close();
    },
  };
}

const select = (aggregate: string, table: string, where = sql``) =>
  sql`(select ${sql.raw(aggregate)} from ${sql.table(table)} ${where})`;

/** For each table, expressions whose values change with its rows; each reads one end of an index, or a small table. */
const MARKS: Readonly<Record<LiveTable, readonly RawBuilder<unknown>[]>> = {
  leads: [select('max(lead_id)', 'contacts', sql`where lead_id is not null`)],
  applications: [
    select('max(at)', 'contacts', sql`where kind = 'application'`),
    select('max(created_at)', 'applications'),
    select('max(created_at)', 'application_drafts'),
  ],
  sales: [
    select('max(updated_at)', 'sales'),
    select('max(id)', 'notices'),
    select('max(minute)', 'refused_notices'),
    select('max(attempted_at)', 'reconciliations'),
    select('count(*)', 'leases'),
  ],
  spend: [
    select('max(number)', 'ad_spend'),
    select('max(id)', 'ad_spend_imports'),
    select('max(attempted_at)', 'ad_spend_pulls'),
  ],
  deliveries: [select('max(created_at)', 'deliveries'), select('max(number)', 'delivery_attempts')],
  subjects: [select('max(id)', 'followup_changes')],
  templates: [select('count(*)', 'templates'), select('sum(version)', 'templates')],
  requests: [select('max(id)', 'lgpd_requests'), select('sum(version)', 'lgpd_requests')],
  page: [select('sum(version)', 'page_drafts'), select('max(number)', 'page_versions')],
  erasures: [select('times', 'erasure_count')],
};

/** The text of each table's marks at one time. */
type TableMarks = Readonly<Record<LiveTable, string>>;

async function readMarks(database: Database): Promise<TableMarks> {
  const columns = Object.entries(MARKS).map(([name, parts]) => {
    const texts = parts.map((part) => sql`coalesce(cast(${part} as text), '')`);
    return sql`${sql.join(texts, sql` || ' ' || `)} as ${sql.ref(name)}`;
  });
  const { rows } = await sql<TableMarks>`select ${sql.join(columns)}`.execute(database);
  const [found] = rows;
  if (!found) throw new Error('The query for the marks returned no row.');
  return found;
}

const findChanged = (before: TableMarks, after: TableMarks): LiveTable[] =>
  (Object.keys(after) as LiveTable[]).filter((table) => before[table] !== after[table]);
