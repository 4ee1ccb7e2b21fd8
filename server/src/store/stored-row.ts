import { randomUUID } from 'node:crypto';
import type { Table } from '@funil/contract/protocol';
import type { Insert, Row } from './capture-store.ts';
import { TABLE_FACTS } from './tables.ts';

/** Columns the server fills, as the request's headers say. */
export function headerValues({ table, idempotencyKey, suspect }: Insert) {
  const values = { idempotency_key: idempotencyKey, suspect };
  return TABLE_FACTS[table].headers.map((column) => [column, values[column]] as const);
}

/**
 * A row with the key that its client left out. The columns' own defaults cannot: a statement that names
 * every column stores null for what a row lacks.
 */
export function fillKey(table: Table, row: Row): Row {
  const isKeyless = TABLE_FACTS[table].hasSaves && row.save_id === undefined;
  return isKeyless ? { ...row, save_id: randomUUID() } : row;
}
