import type { ApplicationDraftRow } from '@funil/contract/application';
import { useEffect, useRef } from 'react';
import { saveDraft } from '../../capture/gateway.ts';
import type { useAutoSave } from '../use-auto-save.ts';
import { createDraftSaver, type SavedDraft } from './draft-saver.ts';

/** Saves the drafts of the application that is open; the last one also where the page is left. */
export function useDrafts(
  beginSaving: ReturnType<typeof useAutoSave>['begin'],
  unknownError: string,
) {
  const saver = useRef<ReturnType<typeof createDraftSaver>>(null);
  const send = async (row: SavedDraft) => {
    const finish = beginSaving();
    const result = await saveDraft(row);
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
