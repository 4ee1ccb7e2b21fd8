/**
 * The capture protocol is PostgREST's insert, which this server and Supabase both implement. Source:
 * https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert
 */

/** Anonymous visitors may insert into these tables, and nothing else. */
export const CAPTURE_TABLE_NAMES = [
  'leads',
  'applications',
  'application_drafts',
  'jornada',
] as const;
export type CaptureTable = (typeof CAPTURE_TABLE_NAMES)[number];

/** Returns the path to which the page posts rows of a table, relative to the backend's address. */
export const insertPath = (table: CaptureTable): string => `/rest/v1/${table}`;

/** The header with the anonymous public key. Beacons cannot have headers, so they send the key in the query. */
export const API_KEY_HEADER = 'apikey';
/** The default of `PUBLIC_SUPABASE_ANON_KEY`, which is public and only stops stray requests. */
export const LOCAL_ANON_KEY = 'anon-local';
/** A header with a UUID that an attempt and its retries share, so that the row is stored once. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** A header with comma-separated reasons to suspect a robot. The row is marked, never refused. */
export const SUSPECT_HEADER = 'x-suspect';

export const maxBodyBytes = (table: CaptureTable): number =>
  (table === 'jornada' ? 256 : 64) * 1024;

export const MAX_INSERTED_ROWS = 100;

/** The body of every error response, in PostgREST's shape. `code` is a SQLSTATE or `PGRST…`. */
export interface ErrorBody {
  code: string;
  details: string | null;
  hint: string | null;
  message: string;
}

/**
 * The SQLSTATE with which a database refuses a row that is already stored. The page takes it for success, because
 * only a retry gets it.
 */
export const UNIQUE_VIOLATION = '23505';
