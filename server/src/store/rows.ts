import { randomUUID } from 'node:crypto';
import { applicationDraftRowSchema, applicationRowSchema } from '@funil/contract/application';
import { eventRowSchema } from '@funil/contract/event';
import { leadRowSchema } from '@funil/contract/lead';
import type { Table } from '@funil/contract/protocol';
import type { Row } from './capture-store.ts';

/** What a row of each table must look like. */
export const ROW_SCHEMA = {
  leads: leadRowSchema,
  applications: applicationRowSchema,
  application_drafts: applicationDraftRowSchema,
  jornada: eventRowSchema,
} as const;

/** Columns a client may fill, in the order they are written. */
export const CLIENT_COLUMNS: Record<Table, readonly string[]> = {
  leads: Object.keys(leadRowSchema.shape),
  applications: Object.keys(applicationRowSchema.shape),
  application_drafts: Object.keys(applicationDraftRowSchema.shape),
  jornada: Object.keys(eventRowSchema.shape),
};

/** Columns the server fills from the request's headers. */
export const HEADER_COLUMNS: Record<Table, readonly ('idempotency_key' | 'suspect')[]> = {
  leads: ['idempotency_key', 'suspect'],
  applications: ['suspect'],
  application_drafts: ['suspect'],
  jornada: [],
};

/**
 * A row with the key that its client left out. The columns' own defaults cannot: a statement that names
 * every column stores null for what a row lacks.
 */
export function fillKey(table: Table, row: Row): Row {
  const hasSaves = table === 'applications' || table === 'application_drafts';
  return hasSaves && row.save_id === undefined ? { ...row, save_id: randomUUID() } : row;
}
