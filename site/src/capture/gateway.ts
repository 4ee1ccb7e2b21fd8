import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/application';
import type { LeadRow } from '@funil/contract/lead';
import { backend } from './backend.ts';
import { type InsertResult, insert } from './postgrest.ts';

/** Saves a lead. `key` is the attempt's UUID, the same for its retries; `suspect` marks a robot's. */
export function saveLead(
  row: LeadRow,
  key: string,
  suspect: string | undefined,
): Promise<InsertResult> {
  return insert(backend, 'leads', row, { idempotencyKey: key, suspect });
}

/** Saves who left the application's first step. The row's id is its key: a repeat stores nothing new. */
export function saveDraft(row: ApplicationDraftRow): Promise<InsertResult> {
  return insert(backend, 'application_drafts', row, { idempotencyKey: row.id });
}

/** Saves a finished application. The row's id is its key, the same for its retries. */
export function saveApplication(
  row: ApplicationRow,
  suspect: string | undefined,
): Promise<InsertResult> {
  return insert(backend, 'applications', row, { idempotencyKey: row.id, suspect });
}
