import type { Table } from '@funil/contract/protocol';
import type { RowNumbers } from './delivery-tables.ts';

/** A row that has passed the contract: column → value. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A column's JSON as text: what a client nests weighs many times its bytes as objects, and rows wait
 * in queues. Written as JSON it is the value again.
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

/** One accepted request: its rows are stored together or not at all. */
export interface Insert {
  readonly table: Table;
  readonly rows: readonly Row[];
  /** Of a single lead: the same key stores one row. */
  readonly idempotencyKey: string | null;
  /** Why a robot is suspected; stored beside the row. */
  readonly suspect: string | null;
  /** Bytes of the request's body. */
  readonly bytes: number;
}

export const sizeOfInsert = ({ rows, bytes }: Insert) => ({ rows: rows.length, bytes });

/** Most bytes of bodies whose rows wait for a commit. */
export const MAX_QUEUED_BYTES = 16 * 2 ** 20;

export type InsertOutcome =
  /** Durable; also when the same row had been stored before. */
  | { readonly ok: true }
  /** The database's own rules refuse a row; `code` is the SQLSTATE. */
  | { readonly ok: false; readonly reason: 'refused'; readonly code: string }
  /** The idempotency key belongs to another lead. */
  | { readonly ok: false; readonly reason: 'conflict' }
  /** Nothing was stored; the same request may succeed later. */
  | { readonly ok: false; readonly reason: 'unavailable' };

/** A checkout platform's notice as received, with a valid proof. */
export interface RawNotice {
  readonly platform: string;
  /** 32 bytes; another notice of the same platform with the same digest is a repeat. */
  readonly digest: Uint8Array;
  /** JSON object: the headers that the adapter needs. */
  readonly headers: string;
  readonly body: Uint8Array;
  /** Which of the platform's proofs it had. */
  readonly proof: string;
}

export const sizeOfNotice = ({ body, headers }: RawNotice) => ({
  rows: 1,
  bytes: body.length + headers.length,
});

export type NoticeOutcome = Extract<InsertOutcome, { ok: true } | { reason: 'unavailable' }>;

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

/** Where captures and notices go. Insert-only: what reads and erases are the operator's commands. */
export interface Store {
  /** Answers once the rows are durable. Never rejects. */
  insert(insert: Insert): Promise<InsertOutcome>;
  /** Answers once the notice is durable, be it a repeat. Never rejects. */
  storeNotice(notice: RawNotice): Promise<NoticeOutcome>;
  /** Where replicas share a store; null where one process is all there is. */
  readonly requestCounter: RequestCounter | null;
  /** Whether anybody outside is to be told anything; false, too, while the database does not answer. */
  hasDestinations(): Promise<boolean>;
  /** The newest rows as they are now; null while the database does not answer. */
  readRowNumbers(): Promise<RowNumbers | null>;
  /** Whether the database answers. */
  isReady(): Promise<boolean>;
  /** Stores what was accepted, then lets go of the database. */
  close(): Promise<void>;
}

/** Reports trouble of a store, without any value of a row. */
export type ReportError = (message: string, error: unknown) => void;
