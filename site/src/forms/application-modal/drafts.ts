import type { ApplicationDraftRow } from '@funil/contract/application';
import { useEffect, useRef } from 'react';
import { type InsertResult, insertRow } from '../../capture/insert-row.ts';
import { createIdempotencyKeys } from '../idempotency-keys.ts';
import type { useAutoSave } from '../use-auto-save.ts';

export type SavedDraft = ApplicationDraftRow & { save_id: string };

/**
 * Saves one application's first step whenever its words have changed, one save at a time: of two under
 * way the older one could arrive last, and count.
 */
export function createDraftSaver(save: (row: SavedDraft) => Promise<InsertResult>) {
  const keyFor = createIdempotencyKeys();
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

/** Saves the drafts of the application that is open; the last one also where the page is left. */
export function useDrafts(
  beginSaving: ReturnType<typeof useAutoSave>['begin'],
  unknownError: string,
) {
  const saver = useRef<ReturnType<typeof createDraftSaver>>(null);
  const send = async (row: SavedDraft) => {
    const finish = beginSaving();
    const result = await insertRow('application_drafts', row, { key: row.save_id });
    finish(result);
    // Nothing is lost yet: the next step forward tries again, and the application carries it all.
    if (!result.ok) console.warn('application draft:', result.message || unknownError);
    return result;
  };
  useEffect(() => {
    const leave = () => saver.current?.leave();
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);
  return {
    /** Another application begins. */
    begin: () => {
      saver.current = createDraftSaver(send);
    },
    /** Returns whether nothing needs saving. */
    keep: (row: ApplicationDraftRow) => saver.current?.keep(row),
  };
}
