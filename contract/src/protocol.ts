/**
 * The capture protocol: PostgREST's insert, spoken alike by this repository's server and by
 * Supabase. Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert
 */

/** Every table an anonymous visitor may insert into. There is no other operation. */
export const TABLES = ['leads', 'applications', 'application_drafts', 'jornada'] as const;
export type Table = (typeof TABLES)[number];

/** Path of a table's insert, relative to the backend's address. */
export const insertPath = (table: Table): string => `/rest/v1/${table}`;

/** The anonymous public key; beacons, which cannot set headers, pass it in the query. */
export const API_KEY_HEADER = 'apikey';
/** Default of `PUBLIC_SUPABASE_ANON_KEY`: the key is public, it only keeps strays out. */
export const LOCAL_ANON_KEY = 'anon-local';
/** A UUID, the same for an attempt and its retries: the row is stored once. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** Comma-separated reasons to suspect a robot; marks the row, never refuses it. */
export const SUSPECT_HEADER = 'x-suspect';

/** Largest request body in bytes. */
export const BODY_LIMIT: Record<Table, number> = {
  leads: 64 * 1024,
  applications: 64 * 1024,
  application_drafts: 64 * 1024,
  jornada: 256 * 1024,
};

/** Most rows one request may carry. */
export const ROW_LIMIT: Record<Table, number> = {
  leads: 100,
  applications: 100,
  application_drafts: 100,
  jornada: 100,
};

/** The body of every error answer, in PostgREST's shape. `code` is a SQLSTATE or `PGRST…`. */
export interface ErrorBody {
  code: string;
  details: string | null;
  hint: string | null;
  message: string;
}

/** SQLSTATE of a unique violation: to the page, a retry whose first try had been stored. */
export const UNIQUE_VIOLATION = '23505';
