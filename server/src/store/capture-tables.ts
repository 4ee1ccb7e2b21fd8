import { randomUUID } from 'node:crypto';
import { applicationDraftRowSchema, applicationRowSchema } from '@funil/contract/application';
import { eventRowSchema } from '@funil/contract/event';
import { leadRowSchema } from '@funil/contract/lead';
import type { Table } from '@funil/contract/protocol';
import type { Insert, Row } from './capture-store.ts';

/** Columns the server fills from the request's headers. */
export type HeaderColumn = 'idempotency_key' | 'suspect';

/** The differences between the captured tables. */
export const CAPTURE_TABLES = {
  leads: {
    schema: leadRowSchema,
    /** Columns a client may fill, in the order they are written. */
    columns: Object.keys(leadRowSchema.shape),
    headers: ['idempotency_key', 'suspect'],
    /** The request's key stands for its one row: another row under it is a conflict. */
    hasRequestKey: true,
    /** Each row is a save with its own key, which is made if the client left it out. */
    hasSaves: false,
    /** A visitor waits for the answer: its commits run concurrently. */
    isAwaited: true,
    /** The column of the phone. */
    phone: 'telefone',
  },
  applications: {
    schema: applicationRowSchema,
    columns: Object.keys(applicationRowSchema.shape),
    headers: ['suspect'],
    hasRequestKey: false,
    hasSaves: true,
    isAwaited: false,
    phone: 'whatsapp',
  },
  application_drafts: {
    schema: applicationDraftRowSchema,
    columns: Object.keys(applicationDraftRowSchema.shape),
    headers: ['suspect'],
    hasRequestKey: false,
    hasSaves: true,
    isAwaited: false,
    phone: 'whatsapp',
  },
  jornada: {
    schema: eventRowSchema,
    columns: Object.keys(eventRowSchema.shape),
    headers: [],
    hasRequestKey: false,
    hasSaves: false,
    isAwaited: false,
    phone: null,
  },
} as const satisfies Record<string, TableFacts>;

interface TableFacts {
  readonly schema: unknown;
  readonly columns: readonly string[];
  readonly headers: readonly HeaderColumn[];
  readonly hasRequestKey: boolean;
  readonly hasSaves: boolean;
  readonly isAwaited: boolean;
  readonly phone: string | null;
}

/** Returns the columns that the server fills from the request's headers. */
export function headerValues({ table, idempotencyKey, suspect }: Insert) {
  const values = { idempotency_key: idempotencyKey, suspect };
  return CAPTURE_TABLES[table].headers.map((column) => [column, values[column]] as const);
}

/**
 * Returns a row with the key that its client left out. The columns' defaults cannot fill it: a statement that names every
 * column stores null for a missing value.
 */
export function addSaveId(table: Table, row: Row): Row {
  const isKeyless = CAPTURE_TABLES[table].hasSaves && row.save_id === undefined;
  return isKeyless ? { ...row, save_id: randomUUID() } : row;
}
