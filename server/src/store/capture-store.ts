import { APPLICATION_FIELDS } from '@funil/contract/contacts/application-rules';
import type { Table } from '@funil/contract/protocol';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { DialectName } from './database.ts';
import type { SealedSetting } from './settings-tables.ts';

/** A row that has passed the contract: column → value. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A column's JSON as text. Rows wait in queues, and nested objects take many times the memory of their text.
 * Serialized as JSON it is the value again.
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

/** An accepted request. All its rows are stored, or none. */
export interface Insert {
  readonly table: Table;
  readonly rows: readonly Row[];
  /** Of a single lead: requests with the same key store one row. */
  readonly idempotencyKey: string | null;
  /** Signs of a robot, stored beside each row; null: none. */
  readonly signals: string | null;
  /** Bytes of the request's body. */
  readonly bytes: number;
}

export const sizeOfInsert = ({ rows, bytes }: Insert) => ({ rows: rows.length, bytes });

/** Maximum bytes of bodies whose rows wait for a commit. */
export const MAX_QUEUED_BYTES = 16 * 2 ** 20;

export type InsertOutcome =
  /** Durable; also when the same row had been stored before. */
  | { readonly ok: true }
  /** A constraint of the database refuses a row; `code` is the SQLSTATE. */
  | { readonly ok: false; readonly reason: 'refused'; readonly code: string }
  /** The idempotency key belongs to another lead. */
  | { readonly ok: false; readonly reason: 'conflict' }
  /** Nothing was stored; the same request may succeed later. */
  | { readonly ok: false; readonly reason: 'unavailable' };

export const STORED = { ok: true } as const;
export const CONFLICT = { ok: false, reason: 'conflict' } as const;
export const UNAVAILABLE = { ok: false, reason: 'unavailable' } as const;

/** A checkout platform's authenticated notice, as received. */
export interface RawNotice {
  readonly platform: string;
  /** 32 bytes; another notice of the same platform with the same digest is a repeat. */
  readonly digest: Uint8Array;
  /** JSON object: the headers that the adapter needs. */
  readonly headers: string;
  readonly body: Uint8Array;
  /** How it was authenticated: `header`, `body`, `sha256-body`, … */
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

/** The tables that forms without scripts fill. */
export type SentTable = Extract<Table, 'leads' | 'applications'>;

/** Which rows a form may repeat. */
export interface SentQuery {
  /** Keys of leads, or ids of applications. */
  readonly keys: readonly string[];
  /** With it, rows since this time; null: none of others' keys. */
  readonly phone_key: string | null;
  readonly since: Date;
}

/** Stores captures and notices. Reading and erasing rows is done elsewhere, with a Database. */
export interface Store {
  /** Resolves once the rows are durable. Never rejects. */
  insert(insert: Insert): Promise<InsertOutcome>;
  /** Resolves once the notice is durable, also if it is a repeat. Never rejects. */
  storeNotice(notice: RawNotice): Promise<NoticeOutcome>;
  /** Null if no replicas share the store. */
  readonly requestCounter: RequestCounter | null;
  /** Returns the UTMs of a lead by its idempotency key, or of an application by its id; null if neither is stored, or the database does not answer. */
  findUtms(key: string): Promise<Utms | null>;
  /** Returns the secret of the keys of forms; null while the database does not answer. */
  readFormSecret(): Promise<string | null>;
  /**
   * Returns rows with `created_at`, `key` (a lead's key, an application's id) and what visitors fill in, the oldest first; null
   * while the database does not answer.
   */
  findSent(table: SentTable, query: SentQuery): Promise<readonly Row[] | null>;
  /**
   * Returns how many people have a seat: those with an approved application, or with a paid sale of a product; null while
   * the database does not answer.
   */
  countSeatHolders(product: string | null): Promise<number | null>;
  /** Returns the number of the newest change; null while the database does not answer. */
  readNewestChange(): Promise<number | null>;
  /** Returns the settings of the console, by name; null while the database does not answer. */
  readStoredSettings(): Promise<readonly SealedSetting[] | null>;
  /** Whether rows can be stored. */
  isReady(): Promise<boolean>;
  /** Stores accepted rows, then closes the database. */
  close(): Promise<void>;
}

/** Returns the query behind `findUtms`, in which `parameter` stands for the key. */
export const selectUtms = (parameter: string): string => {
  const columns = UTM_FIELDS.join(', ');
  return `select ${columns} from leads where idempotency_key = ${parameter}
    union all select * from (
      select ${columns} from applications where id = ${parameter} order by created_at desc limit 1) as sent
    limit 1`;
};

/** Returns the SQL expression of the newest change's number; an uncommitted or consumed change may have it. */
export const newestChange = (dialect: DialectName): string =>
  dialect === 'postgres'
    ? '(select case when is_called then last_value else 0 end from funil.changes_number_seq)'
    : "coalesce((select seq from sqlite_sequence where name = 'changes'), 0)";

/**
 * Returns the query behind `countSeatHolders`, whose column is `people`. A person is a card of the contact list, or whom a
 * sale's reference, phone or e-mail names.
 * @param parameter the product's name; null: approved applications count
 */
export function selectSeatHolders(dialect: DialectName, parameter: string | null): string {
  const [schema, text, uuid] =
    dialect === 'postgres' ? ['funil.', '::text', '::uuid'] : ['', '', ''];
  if (parameter === null) {
    return `select count(distinct coalesce(contacts.person, followups.subject)) as people
      from ${schema}followups left join ${schema}contacts
        on contacts.application_id = case when followups.subject like 'application:%'
          then substr(followups.subject, 13)${uuid} end
      where followups.state in ('aprovado', 'comprou')
        and followups.subject >= 'application:' and followups.subject < 'application;'`;
  }
  const key = (kind: string) => `(select min(key) from ${schema}sale_keys where kind = '${kind}'
    and sale_keys.platform = sales.platform and sale_keys.sale_key = sales.sale_key)`;
  return `select count(distinct coalesce(${key('phone')}, ${key('email')}, lead_ref${text}, order_id)) as people
    from ${schema}sales where product_name = ${parameter} and state = 'paid' and not is_test`;
}

/**
 * Returns the query behind `findSent`.
 * @param keys a condition on the column that it gets
 * @param phone, since: parameters
 */
export const selectSent = (
  table: SentTable,
  { keys, phone, since }: { keys: (column: string) => string; phone: string; since: string },
): string => {
  const [key, columns] =
    table === 'leads'
      ? ['idempotency_key', 'nome, telefone, email']
      : ['id', `save_id, respostas, ${APPLICATION_FIELDS.join(', ')}`];
  return `select created_at, ${key} as key, ${columns} from ${table}
    where ${keys(key)} or (phone_key = ${phone} and created_at >= ${since}) order by created_at`;
};

/** Reports an error of a store, without any value of a row. */
export type ReportError = (message: string, error: unknown) => void;
