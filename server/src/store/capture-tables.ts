import { randomUUID } from 'node:crypto';
import {
  applicationDraftRowSchema,
  applicationRowSchema,
} from '@funil/contract/contacts/application';
import { leadRowSchema } from '@funil/contract/contacts/lead';
import { judgeSignals } from '@funil/contract/contacts/robot-signals';
import type { CaptureTable } from '@funil/contract/protocol';
import { eventRowSchema } from '@funil/contract/visits/event';
import type { CaptureRow, Insert } from './capture-store.ts';

type HeaderColumn = 'idempotency_key' | 'signals' | 'suspect';

const captureTable = <Schema extends { shape: object }>(
  schema: Schema,
  headers: HeaderColumn[],
) => ({
  schema,
  /** Columns that a client may fill, and columns that the server fills from the request's headers. */
  columns: [...Object.keys(schema.shape), ...headers],
  /** Whether a request has one row and a key, under which another row is a conflict. */
  hasRequestKey: headers.includes('idempotency_key'),
});

export const CAPTURE_TABLES = {
  leads: captureTable(leadRowSchema, ['idempotency_key', 'signals', 'suspect']),
  applications: captureTable(applicationRowSchema, ['signals', 'suspect']),
  application_drafts: captureTable(applicationDraftRowSchema, ['signals', 'suspect']),
  jornada: captureTable(eventRowSchema, ['signals']),
};

const COLUMN_DEFAULTS: Readonly<Record<string, () => unknown>> = {
  save_id: () => randomUUID(),
  respostas: () => ({}),
};

/**
 * Returns a row with the columns that a client may leave out. The database's defaults cannot fill them, because the
 * insert names every column, so a missing value would be null.
 */
export function addDefaults(table: CaptureTable, row: CaptureRow): CaptureRow {
  const missing = Object.entries(COLUMN_DEFAULTS).filter(
    ([column]) => row[column] === undefined && column in CAPTURE_TABLES[table].schema.shape,
  );
  if (missing.length === 0) return row;
  return { ...row, ...Object.fromEntries(missing.map(([column, make]) => [column, make()])) };
}

/** Returns the rows of a request with all columns that the server fills. */
export function completeRows({ table, rows, idempotencyKey, signals }: Insert): CaptureRow[] {
  const values = { idempotency_key: idempotencyKey, signals, suspect: judgeSignals(signals) };
  const fromHeaders = Object.entries(values).filter(([column]) =>
    CAPTURE_TABLES[table].columns.includes(column),
  );
  return rows.map((row) => ({ ...addDefaults(table, row), ...Object.fromEntries(fromHeaders) }));
}
