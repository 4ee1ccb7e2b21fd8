import { randomUUID } from 'node:crypto';
import {
  applicationDraftRowSchema,
  applicationRowSchema,
} from '@funil/contract/contacts/application';
import { leadRowSchema } from '@funil/contract/contacts/lead';
import type { Table } from '@funil/contract/protocol';
import { eventRowSchema } from '@funil/contract/visits/event';
import type { Insert, Row } from './capture-store.ts';

type HeaderColumn = 'idempotency_key' | 'suspect';

const captureTable = <Schema extends { shape: object }>(
  schema: Schema,
  headers: HeaderColumn[],
) => ({
  schema,
  /** Columns that a client may fill, in the order they are written. */
  columns: Object.keys(schema.shape),
  /** Columns that the server fills from the request's headers. */
  headers,
  /** A request has one row and a key: another row under the same key is a conflict. */
  hasRequestKey: headers.includes('idempotency_key'),
});

export const CAPTURE_TABLES = {
  leads: captureTable(leadRowSchema, ['idempotency_key', 'suspect']),
  applications: captureTable(applicationRowSchema, ['suspect']),
  application_drafts: captureTable(applicationDraftRowSchema, ['suspect']),
  jornada: captureTable(eventRowSchema, []),
};

/** Returns the columns that the server fills from the request's headers, with their values. */
export function headerValues({ table, idempotencyKey, suspect }: Insert) {
  const values = { idempotency_key: idempotencyKey, suspect };
  return CAPTURE_TABLES[table].headers.map((column) => [column, values[column]] as const);
}

const DEFAULTS: Readonly<Record<string, () => unknown>> = {
  save_id: () => randomUUID(),
  respostas: () => ({}),
};

/**
 * Returns a row with the columns that a client may leave out. The columns' defaults cannot fill them: a statement that
 * names every column stores null for a missing value.
 */
export function addDefaults(table: Table, row: Row): Row {
  const missing = Object.entries(DEFAULTS).filter(
    ([column]) => row[column] === undefined && column in CAPTURE_TABLES[table].schema.shape,
  );
  if (missing.length === 0) return row;
  return { ...row, ...Object.fromEntries(missing.map(([column, make]) => [column, make()])) };
}
