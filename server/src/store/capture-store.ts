import { randomUUID } from 'node:crypto';
import {
  applicationDraftRowSchema,
  applicationRowSchema,
} from '@funil/contract/contacts/application';
import { leadRowSchema } from '@funil/contract/contacts/lead';
import type { CaptureTable } from '@funil/contract/protocol';
import { eventRowSchema } from '@funil/contract/visits/event';
import type { DialectName } from './database.ts';

/** A row that has passed the contract: column → value. */
export type CaptureRow = Readonly<Record<string, unknown>>;

/**
 * A column's JSON, kept as text until the row is written, because rows wait in queues and nested objects take many
 * times the memory of their text.
 */
export class JsonText {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

type HeaderColumn = 'idempotency_key' | 'signals' | 'suspect';

const defineCaptureTable = <Schema extends { shape: object }>(
  schema: Schema,
  headers: HeaderColumn[],
) => ({
  schema,
  /** Columns that a client may fill, and columns that the server fills from the request's headers. */
  columns: [...Object.keys(schema.shape), ...headers],
  /** Whether a request has one row and an idempotency key; another row with the same key is a conflict. */
  hasRequestKey: headers.includes('idempotency_key'),
});

export const CAPTURE_TABLES = {
  leads: defineCaptureTable(leadRowSchema, ['idempotency_key', 'signals', 'suspect']),
  applications: defineCaptureTable(applicationRowSchema, ['signals', 'suspect']),
  application_drafts: defineCaptureTable(applicationDraftRowSchema, ['signals', 'suspect']),
  jornada: defineCaptureTable(eventRowSchema, ['signals']),
};

const COLUMN_DEFAULTS: Readonly<Record<string, () => unknown>> = {
  save_id: () => randomUUID(),
  respostas: () => ({}),
};

/**
 * Returns a copy of a row with the columns that a client may leave out. The database's defaults cannot fill them,
 * because the insert names every column, so a missing value would be null.
 */
export function addDefaults(table: CaptureTable, row: CaptureRow): Record<string, unknown> {
  const complete: Record<string, unknown> = { ...row };
  for (const [column, makeDefault] of Object.entries(COLUMN_DEFAULTS)) {
    const isColumn = column in CAPTURE_TABLES[table].schema.shape;
    if (isColumn && row[column] === undefined) complete[column] = makeDefault();
  }
  return complete;
}

/** An accepted request. All its rows are stored, or none. */
export interface Insert {
  readonly table: CaptureTable;
  /** Complete rows: the client's columns and the server's. */
  readonly rows: readonly CaptureRow[];
  /** Bytes of the request's body. */
  readonly bytes: number;
}

export const sizeOfInsert = ({ rows, bytes }: Insert) => ({ rows: rows.length, bytes });

/** Maximum bytes of bodies whose rows wait for a commit. */
export const MAX_QUEUED_BYTES = 16 * 2 ** 20;

export type InsertOutcome =
  /** The rows are durable, stored by this insert or by an earlier one. */
  | { readonly ok: true }
  /** A constraint of the database refuses a row; `code` is the SQLSTATE. */
  | { readonly ok: false; readonly reason: 'refused'; readonly code: string }
  /** The idempotency key belongs to another lead. */
  | { readonly ok: false; readonly reason: 'conflict' }
  /** Nothing was stored; the same request may succeed later. */
  | { readonly ok: false; readonly reason: 'unavailable' };

export const CAPTURE_STORED = { ok: true } as const;
export const CAPTURE_CONFLICT = { ok: false, reason: 'conflict' } as const;
export const CAPTURE_UNAVAILABLE = { ok: false, reason: 'unavailable' } as const;

/** A checkout platform's authenticated notice, as received. */
export interface RawNotice {
  readonly platform: string;
  /** 32 bytes; another notice of the same platform with the same digest is a repeat. */
  readonly digest: Uint8Array;
  /** JSON object: the headers that the adapter needs. */
  readonly headers: string;
  readonly body: Uint8Array;
  /** The proof by which the notice was accepted: `header`, `body`, `sha256-body`, … */
  readonly proof: string;
}

export const sizeOfNotice = ({ body, headers }: RawNotice) => ({
  rows: 1,
  bytes: body.length + headers.length,
});

/** Requests of one address in the current minute, and ms until the next. */
export interface RequestCount {
  readonly current: number;
  readonly ttl: number;
}

/** Counts requests for all replicas together. */
export interface RequestCounter {
  count(address: string): Promise<RequestCount>;
  stop(): void;
}

/** A table that stores what forms without scripts send. */
export type FormTable = Extract<CaptureTable, 'leads' | 'applications'>;

/** Stores captures and notices, and reads for the capturing thread (read-captures.ts). Other code uses a Database. */
export interface CaptureStore {
  /** Resolves once the rows are durable. Never rejects. */
  insert(insert: Insert): Promise<InsertOutcome>;
  /** Resolves once the notice is durable, also if it is a repeat. Never rejects. */
  storeNotice(notice: RawNotice): Promise<InsertOutcome>;
  /** The shared counter of requests; null if no replicas share the store. */
  readonly requestCounter: RequestCounter | null;
  readonly dialect: DialectName;
  /** Returns the rows of a query with parameters `$1`, `$2` …; null if the database does not answer. Never rejects. */
  readonly read: (
    sql: string,
    values?: readonly (string | null)[],
  ) => Promise<readonly CaptureRow[] | null>;
  /** Whether rows can be stored. */
  isReady(): Promise<boolean>;
  /** Stores accepted rows, then closes the database. */
  close(): Promise<void>;
}
