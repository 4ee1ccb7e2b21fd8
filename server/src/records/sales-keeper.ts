import { sql } from 'kysely';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import { rereadSales, type SalesParts, stepSales } from './keep-sales.ts';

export interface SalesKeeperParts extends SalesParts {
  /** Opens a database of the keeper's own. */
  readonly open: () => Promise<Database>;
  readonly reportTrouble: ReportTrouble;
}

export interface SalesKeeper {
  /** Something came in: the next step is soon. */
  wake(): void;
  /** Ends the step under way, and lets go of the database. */
  close(): Promise<void>;
}

/** Until the next look, in ms: rows also come past this process. */
const UNTIL_NEXT_LOOK = 2_000;
/** What comes in together is read together. */
const AFTER_WAKING = 20;
const AFTER_TROUBLE = 5_000;
/** While another process writes longer than SQLite waits. */
const WHILE_LOCKED = 100;
/** Rest between two steps, as a share of the last one's time: while more comes in, that goes first. */
const REST = { whileMoreComes: 6, otherwise: 1 };

/** Keeps sales up to date for as long as the process lives, in steps between which captures go on. */
export function startSalesKeeper(parts: SalesKeeperParts): SalesKeeper {
  let database: Database | null = null;
  let isClosed = false;
  let endWait: (() => void) | null = null;
  let isWoken = false;

  async function connect(): Promise<Database> {
    const opened = await parts.open();
    if (opened.dialect === 'sqlite') {
      // What a crash takes is made anew from notices.
      await sql`pragma synchronous = normal`.execute(opened);
    }
    database = opened;
    await rereadSales(opened, parts);
    return opened;
  }

  async function disconnect() {
    const closing = database;
    database = null;
    await closing?.destroy();
  }

  /** Does what is to be done now; in ms, how long to wait for the next step, and whether waking ends it. */
  async function step(): Promise<{ wait: number; canBeWoken: boolean }> {
    const start = performance.now();
    try {
      const outcome = await stepSales(database ?? (await connect()), parts);
      const took = performance.now() - start;
      const rest = isWoken ? REST.whileMoreComes : REST.otherwise;
      if (outcome === 'more') return { wait: rest * took, canBeWoken: false };
      return { wait: UNTIL_NEXT_LOOK, canBeWoken: true };
    } catch (error) {
      if (isBusy(error)) return { wait: WHILE_LOCKED, canBeWoken: false };
      parts.reportTrouble('sales cannot be brought up to date', error);
      await disconnect();
      return { wait: AFTER_TROUBLE, canBeWoken: false };
    }
  }

  const wait = (ms: number, canBeWoken: boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, canBeWoken && isWoken ? AFTER_WAKING : ms);
      endWait = () => {
        if (!canBeWoken && !isClosed) return;
        clearTimeout(timer);
        setTimeout(resolve, isClosed ? 0 : AFTER_WAKING);
      };
    });

  async function run() {
    while (!isClosed) {
      isWoken = false;
      const { wait: ms, canBeWoken } = await step();
      if (!isClosed) await wait(ms, canBeWoken);
      endWait = null;
    }
    await disconnect();
  }

  const running = run();
  return {
    wake() {
      if (isWoken) return;
      isWoken = true;
      endWait?.();
    },
    async close() {
      isClosed = true;
      endWait?.();
      await running;
    },
  };
}
