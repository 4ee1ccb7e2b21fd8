import type { ApplicationDraftRow } from '@funil/contract/application';
import type { InsertResult } from '../../capture/insert-row.ts';
import { createAttempts } from '../attempts.ts';

export type SavedDraft = ApplicationDraftRow & { save_id: string };

/**
 * Saves one application's first step whenever its words have changed, one save at a time: of two under
 * way the older one could arrive last, and count.
 */
export function createDraftSaver(save: (row: SavedDraft) => Promise<InsertResult>) {
  const keyFor = createAttempts();
  /** The words last saved, on their way, and waiting, as JSON. */
  let saved = '';
  let underWay = '';
  let waiting: ApplicationDraftRow | undefined;

  async function send(row: ApplicationDraftRow): Promise<void> {
    underWay = JSON.stringify(row);
    const { ok } = await save({ ...row, save_id: keyFor(row) });
    if (ok) saved = underWay;
    underWay = '';
    const next = waiting;
    waiting = undefined;
    if (next) keep(next);
  }

  /** Returns whether nothing needs saving. */
  function keep(row: ApplicationDraftRow): boolean {
    const words = JSON.stringify(row);
    if (underWay !== '') {
      waiting = words === underWay ? undefined : row;
      return false;
    }
    if (words === saved) return true;
    void send(row);
    return false;
  }

  return {
    keep,
    /** The page ends: what waits goes now. */
    leave(): void {
      if (waiting) void save({ ...waiting, save_id: keyFor(waiting) });
      waiting = undefined;
    },
  };
}
