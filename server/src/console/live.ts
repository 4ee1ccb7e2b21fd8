import { setTimeout as pause } from 'node:timers/promises';
import type { LiveTable } from '@funil/contract/console/status';
import { keepSubjects, type SubjectsKeeper } from '../leads/contacts/keep-subjects.ts';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import type { CommitWatch } from '../store/news.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import { findMoved, type Marks, readMarks } from './moved-tables.ts';

/** Between two looks at what is new, in ms, while listing goes on. */
const BETWEEN_LOOKS = 500;
/** Rest between two steps, as a share of the last one's time. */
const REST = { whileCapturing: 6, otherwise: 0.5 };
const AFTER_TROUBLE = 5_000;
/** Another process is writing. */
const WHILE_LOCKED = 100;

export interface Live {
  /** Hears which tables have something new, until it is told to stop. */
  subscribe(hear: (tables: readonly LiveTable[]) => void): () => void;
  close(): Promise<void>;
}

interface LiveParts {
  readonly database: Database;
  readonly watch: CommitWatch;
  readonly reportTrouble: ReportTrouble;
}

/** Keeps the lists up to date, and tells whoever listens what moved: never what it says. */
export function startLive({ database, watch, reportTrouble }: LiveParts): Live {
  const listeners = new Set<(tables: readonly LiveTable[]) => void>();
  const stop = new AbortController();
  const { signal } = stop;
  let keeper = keepSubjects(database);
  let marks: Marks | null = null;

  async function tellMoved() {
    const found = await readMarks(database);
    const moved = marks === null ? [] : findMoved(marks, found);
    marks = found;
    if (moved.length > 0) for (const hear of listeners) hear(moved);
  }

  const rest = (ms: number) =>
    pause(ms, undefined, { signal }).catch(() => {
      // Told to stop.
    });

  async function run() {
    while (!signal.aborted) {
      try {
        await catchUp(keeper, { tellMoved, rest, signal });
        await tellMoved();
        await watch.next(signal);
      } catch (error) {
        const isLocked = isBusy(error);
        if (!isLocked && !signal.aborted) {
          reportTrouble('the console cannot keep its lists', error);
          keeper = keepSubjects(database);
        }
        await rest(isLocked ? WHILE_LOCKED : AFTER_TROUBLE);
      }
    }
  }

  const running = run();
  return {
    subscribe(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    async close() {
      stop.abort();
      await running;
      await watch.close();
    },
  };
}

interface CatchingUp {
  readonly tellMoved: () => Promise<void>;
  readonly rest: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Lists all that is not listed yet, in steps between which captures go on. */
async function catchUp(keeper: SubjectsKeeper, { tellMoved, rest, signal }: CatchingUp) {
  let told = performance.now();
  while (!signal.aborted) {
    const start = performance.now();
    if ((await keeper.step()) !== 'more') return;
    const took = performance.now() - start;
    await rest(took * (keeper.isCapturing ? REST.whileCapturing : REST.otherwise));
    if (performance.now() - told < BETWEEN_LOOKS) continue;
    await tellMoved();
    told = performance.now();
  }
}
