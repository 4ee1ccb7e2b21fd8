import { randomUUID } from 'node:crypto';
import type { CaptureTable } from '@funil/contract/capture/protocol';
import {
  applicationDraftRowSchema,
  applicationRowSchema,
} from '@funil/contract/contacts/application';
import { leadRowSchema } from '@funil/contract/contacts/lead';
import { eventRowSchema } from '@funil/contract/visits/event';
import type { DialectName } from '../database.ts';

export type CaptureRow = Readonly<Record<string, unknown>>;

/** A column's JSON, kept as text until it is written, because parsed JSON takes many times the memory. */
export class JsonText {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** A column from the request's headers or from the server's judgement, not from its body. */
type AddedColumn = 'idempotency_key' | 'signals' | 'suspect';

const defineCaptureTable = <Schema extends { shape: object }>(
  schema: Schema,
  addedColumns: AddedColumn[],
) => ({
  schema,
  columns: [...Object.keys(schema.shape), ...addedColumns],
  /** A request with an idempotency key has one row; another row with that key is a conflict. */
  hasRequestKey: addedColumns.includes('idempotency_key'),
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

/** Fills columns that a client may leave out, because the insert names every column. */
export function addDefaults(table: CaptureTable, row: CaptureRow): Record<string, unknown> {
  const completeRow: Record<string, unknown> = { ...row };
  for (const [column, makeDefault] of Object.entries(COLUMN_DEFAULTS)) {
    const isColumn = column in CAPTURE_TABLES[table].schema.shape;
    if (isColumn && row[column] === undefined) completeRow[column] = makeDefault();
  }
  return completeRow;
}

export interface CaptureInsert {
  readonly table: CaptureTable;
  readonly rows: readonly CaptureRow[];
  readonly bytes: number;
}

export const sizeOfInsert = ({ rows, bytes }: CaptureInsert) => ({ rows: rows.length, bytes });

/** The most bytes of all bodies together that wait for a commit. */
export const MAX_QUEUED_BYTES = 16 * 2 ** 20;

export type InsertOutcome =
  | { readonly ok: true }
  /** `code` is the SQLSTATE of the constraint. */
  | { readonly ok: false; readonly reason: 'refused'; readonly code: string }
  /** Another lead has this idempotency key. */
  | { readonly ok: false; readonly reason: 'conflict' }
  /** Nothing was stored. The same request may succeed later. */
  | { readonly ok: false; readonly reason: 'unavailable' };

export const CAPTURE_STORED = { ok: true } as const;
const CAPTURE_CONFLICT = { ok: false, reason: 'conflict' } as const;
export const CAPTURE_UNAVAILABLE = { ok: false, reason: 'unavailable' } as const;

/**
 * Judges a lead that the database skipped, because its key is stored.
 * @param lead the key's row; without one, a form without scripts has stored the same lead under another key (trigger
 * skip_repeated_lead)
 */
export function judgeSkippedLead(
  row: CaptureRow | undefined,
  lead: CaptureRow | undefined,
): InsertOutcome {
  const isSameLead = !lead || (lead.nome === row?.nome && lead.telefone === row?.telefone);
  return isSameLead ? CAPTURE_STORED : CAPTURE_CONFLICT;
}

/** A checkout platform's request as it was received. */
export interface RawNotice {
  readonly platform: string;
  /** 32 bytes. A notice of the same platform with the same digest is a repeat. */
  readonly digest: Uint8Array;
  /** JSON of the headers that the adapter needs. */
  readonly headers: string;
  readonly body: Uint8Array;
  /** How the sender was proved: `header`, `body`, `sha256-body`, … */
  readonly proof: string;
}

export const sizeOfNotice = ({ body, headers }: RawNotice) => ({
  rows: 1,
  bytes: body.length + headers.length,
});

/** An address's requests in the minute that began with the first of them. The minute ends in `remainingMs`. */
export interface RequestCount {
  readonly requestsThisMinute: number;
  readonly remainingMs: number;
}

export interface RequestCounter {
  count(address: string): Promise<RequestCount>;
  stop(): void;
}

export type FormTable = Extract<CaptureTable, 'leads' | 'applications'>;

/** The store of the capturing thread. Queries are plain SQL, so that this thread loads no query builder. */
export interface CaptureStore {
  /** Resolves once the rows are durable. Never rejects. */
  insert(insert: CaptureInsert): Promise<InsertOutcome>;
  /** Resolves once the notice is durable. Never rejects. */
  storeNotice(notice: RawNotice): Promise<InsertOutcome>;
  /** Null if no replicas share the store. */
  readonly requestCounter: RequestCounter | null;
  readonly dialect: DialectName;
  /** Takes parameters `$1`, `$2` …. Returns null if the database does not answer. Never rejects. */
  readonly read: (
    sql: string,
    values?: readonly (string | null)[],
  ) => Promise<readonly CaptureRow[] | null>;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export type CaptureReader = Pick<CaptureStore, 'dialect' | 'read'>;

/** Returns the prefix of private tables. */
export const schemaPrefixOf = (dialect: DialectName): string =>
  dialect === 'postgres' ? 'funil.' : '';

/** The newest change's number in SQL; the change may be uncommitted, or consumed already. */
export const newestChangeSql = (dialect: DialectName): string =>
  dialect === 'postgres'
    ? '(select case when is_called then last_value else 0 end from funil.changes_number_seq)'
    : "coalesce((select seq from sqlite_sequence where name = 'changes'), 0)";

export async function readNewestChange({ dialect, read }: CaptureReader): Promise<number | null> {
  const rows = await read(`select ${newestChangeSql(dialect)} as number`);
  return rows?.[0] ? Number(rows[0].number) : null;
}
