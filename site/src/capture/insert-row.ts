import {
  type ErrorBody,
  IDEMPOTENCY_KEY_HEADER,
  SUSPECT_HEADER,
  UNIQUE_VIOLATION,
} from '@funil/contract/capture/protocol';
import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/contacts/application';
import type { LeadRow } from '@funil/contract/contacts/lead';
import { sendRows } from './send-rows.ts';

interface RowsByTable {
  leads: LeadRow;
  application_drafts: ApplicationDraftRow;
  applications: ApplicationRow;
}

export type InsertResult =
  /** `isRepeat`: an earlier attempt had stored the row. */
  | { ok: true; isRepeat: boolean }
  /** The backend answered that it stored nothing. */
  | { ok: false; reason: 'refused'; status: number; message: string }
  /** `unreachable`: no answer within the timeout; `unexpected`: our code threw before it sent. */
  | { ok: false; reason: 'unreachable' | 'unexpected'; message: string };

const failedInsert = (reason: 'unreachable' | 'unexpected', error: unknown): InsertResult => ({
  ok: false,
  reason,
  message: error instanceof Error ? error.message : String(error),
});

/** Returns a failed result if `save` throws, so that no form waits forever. */
export async function attemptSave(save: () => Promise<InsertResult>): Promise<InsertResult> {
  try {
    return await save();
  } catch (error) {
    return failedInsert('unexpected', error);
  }
}

async function readError(response: Response): Promise<Partial<ErrorBody>> {
  try {
    return (await response.json()) as Partial<ErrorBody>;
  } catch {
    // A proxy's response is not JSON.
    return {};
  }
}

/**
 * Inserts a row by a request that outlives the page. `key` is a UUID, the same for every retry of one attempt.
 * `suspect` lists reasons to suspect a robot, separated by commas.
 */
export async function insertRow<Table extends keyof RowsByTable>(
  table: Table,
  row: RowsByTable[Table],
  { key, suspect }: { key: string; suspect?: string | undefined },
): Promise<InsertResult> {
  try {
    const headers = {
      [IDEMPOTENCY_KEY_HEADER]: key,
      ...(suspect && { [SUSPECT_HEADER]: suspect }),
    };
    const response = await sendRows(table, row, headers);
    if (response.ok) return { ok: true, isRepeat: false };
    const { code, message = response.statusText } = await readError(response);
    if (response.status === 409 && code === UNIQUE_VIOLATION) return { ok: true, isRepeat: true };
    return { ok: false, reason: 'refused', status: response.status, message };
  } catch (error) {
    return failedInsert('unreachable', error);
  }
}
