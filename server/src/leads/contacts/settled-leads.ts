import { type Kysely, sql } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';

/** How long, in ms, a number must have been given before it can count as settled. */
const PATIENCE = 2_000;

/** Tells up to which number all leads are there that ever will be. */
export interface Horizon {
  look(step: Kysely<Tables>, last: number): Promise<number>;
}

interface Given {
  readonly newest: number;
  /** A transaction's number: greater than those of all that had been given theirs. */
  readonly transaction: string;
  readonly time: number;
}

/**
 * SQLite's numbers are given in the order of commits. PostgreSQL's are given before the commit, in no order of
 * commits: what had been given at some moment is settled once every transaction has ended that had begun
 * to write by then.
 */
export function createHorizon(dialect: DialectName): Horizon {
  let given: Given | null = null;
  if (dialect === 'sqlite') {
    return {
      async look(step, last) {
        const { rows } = await sql<{ newest: number | null }>`
          select max(id) as newest from leads`.execute(step);
        return rows[0]?.newest ?? last;
      },
    };
  }
  return {
    async look(step, last) {
      const newest = await readNewest(step);
      if (newest <= last) return last;
      const settled = given && (await isOver(step, given)) ? given.newest : last;
      if (given === null || settled === given.newest) {
        given = { newest, transaction: await takeNumber(step), time: performance.now() };
      }
      return Math.max(last, settled);
    },
  };
}

async function readNewest(step: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select case when is_called then last_value else 0 end as newest
    from public.leads_id_seq`.execute(step);
  return Number(rows[0]?.newest ?? 0);
}

async function takeNumber(step: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ transaction: string }>`
    select pg_current_xact_id()::text as transaction`.execute(step);
  return rows[0]?.transaction ?? '0';
}

async function isOver(step: Kysely<Tables>, { transaction, time }: Given): Promise<boolean> {
  if (performance.now() - time < PATIENCE) return false;
  const { rows } = await sql<{ is_over: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) > ${transaction}::xid8 as is_over`.execute(step);
  return rows[0]?.is_over === true;
}
