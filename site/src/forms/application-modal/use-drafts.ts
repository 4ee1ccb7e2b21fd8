import type { ApplicationDraftRow } from '@funil/contract/contacts/application';
import { useEffect, useRef } from 'react';
import { attemptSave, type InsertResult, insertRow } from '../../capture/insert-row.ts';
import { createIdempotencyKeys } from '../idempotency-keys.ts';
import type { useSaveIndicator } from '../use-save-indicator.ts';

export type IdentifiedDraftRow = ApplicationDraftRow & { save_id: string };

/** Saves the answers of the first step when they have changed; one save at a time, so that the last one counts. */
export function createDraftSaver(
  send: (makeRow: () => IdentifiedDraftRow) => Promise<InsertResult>,
) {
  const keyFor = createIdempotencyKeys();
  let savedText = '';
  let sendingText = '';
  let pendingRow: ApplicationDraftRow | undefined;

  const sendWithId = (row: ApplicationDraftRow) => send(() => ({ ...row, save_id: keyFor(row) }));

  function takePendingRow(): ApplicationDraftRow | undefined {
    const row = pendingRow;
    pendingRow = undefined;
    return row;
  }

  async function sendRow(row: ApplicationDraftRow): Promise<void> {
    sendingText = JSON.stringify(row);
    const { ok } = await sendWithId(row);
    if (ok) savedText = sendingText;
    sendingText = '';
    const nextRow = takePendingRow();
    if (nextRow) save(nextRow);
  }

  /** Saves now, or after the save under way. Returns whether the row was already saved. */
  function save(row: ApplicationDraftRow): boolean {
    const text = JSON.stringify(row);
    if (sendingText !== '') {
      pendingRow = text === sendingText ? undefined : row;
      return false;
    }
    if (text === savedText) return true;
    void sendRow(row);
    return false;
  }

  return {
    save,
    /** Sends a waiting row at once, because the page ends. */
    flush(): void {
      const row = takePendingRow();
      if (row) void sendWithId(row);
    },
  };
}

export function useDrafts(
  beginSave: ReturnType<typeof useSaveIndicator>['beginSave'],
  unknownError: string,
) {
  const saver = useRef<ReturnType<typeof createDraftSaver>>(null);
  const send = async (makeRow: () => IdentifiedDraftRow) => {
    const endSave = beginSave();
    const saveResult = await attemptSave(() => {
      const row = makeRow();
      return insertRow('application_drafts', row, { key: row.save_id });
    });
    endSave(saveResult);
    // The visitor sees no error, because the next step saves again, and the application itself contains these fields.
    if (!saveResult.ok) console.warn('application draft:', saveResult.message || unknownError);
    return saveResult;
  };
  useEffect(() => {
    const flush = () => saver.current?.flush();
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, []);
  return {
    begin: () => {
      saver.current = createDraftSaver(send);
    },
    save: (row: ApplicationDraftRow) => saver.current?.save(row),
  };
}
