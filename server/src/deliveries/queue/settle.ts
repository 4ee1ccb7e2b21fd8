import { type Kysely, sql } from 'kysely';
import type { Database, DialectName, Tables } from '../../store/database.ts';
import { funilTable, inFunil } from '../../store/funil-tables.ts';
import { MAX_FAILED_ATTEMPTS_KEPT } from '../../store/retention.ts';
import { cutAnswer } from '../answer.ts';
import type { Outcome } from '../destination.ts';
import { switchOff } from '../registry.ts';
import type { Verdict } from '../verdict.ts';
import { writeBesideCaptures } from '../writing.ts';

/** One delivery's try, and what becomes of it. */
export interface Result {
  readonly id: string;
  readonly destination: string;
  /** With this one. */
  readonly tries: number;
  /** When the try began, and how long it took: ms. */
  readonly triedAt: number;
  readonly took: number;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
}

/** Stores what tries came to, all in one transaction. What was canceled meanwhile stays so. */
export async function settle(
  database: Database,
  results: readonly Result[],
  now: number,
): Promise<void> {
  if (results.length === 0) return;
  const { dialect } = database;
  await writeBesideCaptures(database, async (step) => {
    const stored = new Set<string>();
    const alike = Map.groupBy(results, ({ verdict }) =>
      JSON.stringify([verdict.state, verdict.outcome, verdict.wait]),
    );
    for (const group of alike.values()) {
      for (const id of await storeVerdict(step, dialect, group, now)) stored.add(id);
    }
    await storeTries(
      step,
      dialect,
      results.filter(({ id }) => stored.has(id)),
    );
    const gone = results.filter(({ outcome }) => outcome.result === 'gone');
    for (const name of new Set(gone.map(({ destination }) => destination))) {
      await switchOff(step, dialect, { name, reason: 'gone', now: new Date(now).toISOString() });
    }
  });
}

/** @returns the deliveries that were still waiting */
async function storeVerdict(
  step: Kysely<Tables>,
  dialect: DialectName,
  alike: readonly Result[],
  now: number,
): Promise<string[]> {
  const verdict = alike[0]?.verdict;
  if (!verdict) return [];
  const { state, outcome, wait } = verdict;
  const rows = await inFunil(step, dialect)
    .updateTable('deliveries')
    .set(({ eb }) => ({
      state,
      outcome,
      tries: eb('tries', '+', 1),
      leased_until: null,
      ...(wait === null
        ? { ended_at: new Date(now).toISOString() }
        : { due_at: new Date(now + wait).toISOString() }),
    }))
    .where(
      'id',
      'in',
      alike.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function storeTries(step: Kysely<Tables>, dialect: DialectName, results: readonly Result[]) {
  if (results.length === 0) return;
  await inFunil(step, dialect)
    .insertInto('delivery_tries')
    .values(
      results.map(({ id, triedAt, took, outcome }) => ({
        delivery: id,
        tried_at: new Date(triedAt).toISOString(),
        took: Math.round(took),
        status: outcome.status,
        answer: cutAnswer(outcome.answer),
      })),
    )
    .execute();
  const many = results.filter(({ tries }) => tries > MAX_FAILED_ATTEMPTS_KEPT);
  for (const { id } of many) {
    const tries = funilTable(dialect, 'delivery_tries');
    await sql`delete from ${tries}
      where delivery = ${id} and (status is null or status not between 200 and 299) and number not in (
        select number from ${tries} where delivery = ${id} order by number desc limit ${MAX_FAILED_ATTEMPTS_KEPT})`.execute(
      step,
    );
  }
}
