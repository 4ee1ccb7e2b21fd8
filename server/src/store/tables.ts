import { randomUUID } from 'node:crypto';
import { applicationDraftRowSchema, applicationRowSchema } from '@funil/contract/application';
import { eventRowSchema } from '@funil/contract/event';
import { leadRowSchema } from '@funil/contract/lead';
import type { Table } from '@funil/contract/protocol';
import type { Insert, Row } from './capture-store.ts';

/** Columns the server fills from the request's headers. */
export type HeaderColumn = 'idempotency_key' | 'suspect';

/** What sets each table apart from the others; everything else is the same for all. */
export const TABLE_FACTS = {
  leads: {
    schema: leadRowSchema,
    /** Columns a client may fill, in the order they are written. */
    columns: Object.keys(leadRowSchema.shape),
    headers: ['idempotency_key', 'suspect'],
    /** The request's key stands for its one row: another row under it is a conflict. */
    hasRequestKey: true,
    /** Each row is a save with a key of its own, made where the client left it out. */
    hasSaves: false,
    /** What one who waits for the answer sends: commits of it go side by side. */
    isAwaited: true,
    /** The column of a person's number. */
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
