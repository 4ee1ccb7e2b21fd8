import { setTimeout as pause } from 'node:timers/promises';
import type { LiveTable } from '@funil/contract/console/status';
import { type RawBuilder, sql } from 'kysely';
import { type ContactsUpdater, createContactsUpdater } from '../leads/contacts/update-contacts.ts';
import type { ReportError } from '../store/capture-store.ts';
import type { CommitWatch } from '../store/commit-watch.ts';
import type { Database } from '../store/database.ts';
import { isBusy } from '../store/sqlite/busy-retry.ts';

/** Between two notifications while the lists catch up. */
const NOTIFY_INTERVAL_MS = 500;
/** Pause between two steps, as a multiple of the last step's time. */
const PAUSE_RATIO = { whileCapturing: 6, otherwise: 0.5 };
const RETRY_AFTER_ERROR_MS = 5_000;
/** Another process is writing to SQLite. */
const RETRY_WHILE_LOCKED_MS = 100;

export interface Live {
  /** Calls `listener` with the tables that changed. Returns a function that unsubscribes. */
  subscribe(listener: (tables: readonly LiveTable[]) => void): () => void;
  close(): Promise<void>;
}

interface LiveParts {
  readonly database: Database;
  readonly watch: CommitWatch;
  readonly reportError: ReportError;
}

/** Keeps the contacts list up to date, and notifies subscribers of changed tables, without any value. */
export function startLive({ database, watch, reportError }: LiveParts): Live {
  const listeners = new Set<(tables: readonly LiveTable[]) => void>();
  const stop = new AbortController();
  const { signal } = stop;
  let keeper = createContactsUpdater(database);
  let marks: TableMarks | null = null;

  async function notifyChanges() {
    const found = await readMarks(database);
    const changed = marks === null ? [] : findChanged(marks, found);
    marks = found;
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  }

  const rest = (ms: number) =>
    pause(ms, undefined, { signal }).catch(() => {
      // Closing.
    });

  async function run() {
    while (!signal.aborted) {
      try {
        await catchUp(keeper, { notifyChanges, rest, signal });
        await notifyChanges();
        await watch.next(signal);
      } catch (error) {
        const isLocked = isBusy(error);
        if (!isLocked && !signal.aborted) {
          reportError('the console cannot keep its lists', error);
          keeper = createContactsUpdater(database);
        }
        await rest(isLocked ? RETRY_WHILE_LOCKED_MS : RETRY_AFTER_ERROR_MS);
      }
    }
  }

  const running = run();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      stop.abort();
      await running;
      await watch.close();
    },
  };
}

interface CatchUpParts {
  readonly notifyChanges: () => Promise<void>;
  readonly rest: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Adds new rows to the contacts list, in steps with pauses for captures. */
async function catchUp(keeper: ContactsUpdater, { notifyChanges, rest, signal }: CatchUpParts) {
  let notifiedAt = performance.now();
  while (!signal.aborted) {
    const start = performance.now();
    if ((await keeper.step()) !== 'more') return;
    const took = performance.now() - start;
    await rest(took * (keeper.isCapturing ? PAUSE_RATIO.whileCapturing : PAUSE_RATIO.otherwise));
    if (performance.now() - notifiedAt < NOTIFY_INTERVAL_MS) continue;
    await notifyChanges();
    notifiedAt = performance.now();
  }
}

/** For each table, expressions whose values change with its rows; each reads one end of an index, or a small table. */
const MARKS: Readonly<Record<LiveTable, readonly RawBuilder<unknown>[]>> = (() => {
  const pick = (aggregate: string, table: string, where = sql``) =>
    sql`(select ${sql.raw(aggregate)} from ${sql.table(table)} ${where})`;
  return {
    leads: [pick('max(lead_id)', 'contacts', sql`where lead_id is not null`)],
    applications: [
      pick('max(at)', 'contacts', sql`where kind = 'application'`),
      pick('max(created_at)', 'applications'),
      pick('max(created_at)', 'application_drafts'),
    ],
    sales: [pick('max(updated_at)', 'sales'), pick('max(id)', 'notices')],
    deliveries: [pick('max(created_at)', 'deliveries'), pick('max(number)', 'delivery_attempts')],
    subjects: [pick('max(id)', 'followup_changes')],
    templates: [pick('count(*)', 'templates'), pick('sum(version)', 'templates')],
    requests: [pick('max(id)', 'lgpd_requests'), pick('sum(version)', 'lgpd_requests')],
    erasures: [pick('times', 'erasure_count')],
  };
})();

/** The value of each table's mark at one time. */
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
