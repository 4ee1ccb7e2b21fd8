import type { LeadRow } from '@funil/contract/lead';
import { backend } from './backend.ts';
import { type InsertResult, insert } from './postgrest.ts';

/** Saves a lead. `key` is the attempt's UUID, the same for its retries. */
export function saveLead(row: LeadRow, key: string, suspect?: string): Promise<InsertResult> {
  return insert(backend, 'leads', row, { idempotencyKey: key, ...(suspect && { suspect }) });
}
