import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import { writeBesideCaptures } from '../writing.ts';
import { announce } from './announce.ts';
import { erasureNews } from './compose-sale.ts';
import type { StepOutcome } from './find-step.ts';
import { type Known, readListeners } from './listeners.ts';

/** People forgotten at once. */
const MOST = 50;

/** `person.erased` of everybody who was forgotten; the row goes once it is told. */
export async function findErasures(
  database: Database,
  { known, now }: { readonly known: Known; readonly now: string },
): Promise<StepOutcome> {
  const { dialect } = database;
  const waiting = await inFunil(database, dialect)
    .selectFrom('erasures')
    .select('number')
    .limit(MOST)
    .execute();
  if (waiting.length === 0) return { result: 'done', told: new Set() };
  return writeBesideCaptures(database, async (step): Promise<StepOutcome> => {
    const listeners = await readListeners({ step, dialect }, { known, source: 'erasures' });
    if (listeners === null) return { result: 'stranger' };
    // Another process may have told some of them meanwhile.
    const ours = await inFunil(step, dialect)
      .deleteFrom('erasures')
      .where(
        'number',
        'in',
        waiting.map(({ number }) => number),
      )
      .returningAll()
      .execute();
    const told = await announce({ step, dialect }, ours.map(erasureNews), listeners, now);
    return { result: waiting.length === MOST ? 'more' : 'done', told };
  });
}
