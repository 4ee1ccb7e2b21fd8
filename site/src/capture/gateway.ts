import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/application';
import type { LeadRow } from '@funil/contract/lead';
import { backend } from './backend.ts';
import { type InsertResult, insert } from './insert-row.ts';

interface Saved {
  save_id: string;
}

/** Saves a lead. `key` is the attempt's UUID, the same for its retries; `suspect` marks a robot's. */
export function saveLead(
  row: LeadRow,
  key: string,
  suspect: string | undefined,
): Promise<InsertResult> {
  return insert(backend, 'leads', row, { idempotencyKey: key, suspect });
}

/** Saves who left the application's first step. `save_id` is the save's key, the same for its retries. */
export function saveDraft(row: ApplicationDraftRow & Saved): Promise<InsertResult> {
  return insert(backend, 'application_drafts', row, { idempotencyKey: row.save_id });
}

/** Saves a finished application, as {@link saveDraft} does. */
export function saveApplication(
  row: ApplicationRow & Saved,
  suspect: string | undefined,
): Promise<InsertResult> {
  return insert(backend, 'applications', row, { idempotencyKey: row.save_id, suspect });
}
