/**
 * PostgREST's insert, which server and Supabase both implement. Source:
 * https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert
 */

/** Anonymous visitors may insert, and nothing else. */
export const CAPTURE_TABLE_NAMES = [
  'leads',
  'applications',
  'application_drafts',
  'jornada',
] as const;
export type CaptureTable = (typeof CAPTURE_TABLE_NAMES)[number];

/** The path is relative to the backend's address. */
export const insertPath = (table: CaptureTable): string => `/rest/v1/${table}`;

/** The anonymous public key. Beacons cannot set headers and pass it in the query. */
export const API_KEY_HEADER = 'apikey';
/** Public; only stops stray requests. */
export const LOCAL_ANON_KEY = 'anon-local';
/** A UUID that an attempt and its retries share, so that the row is stored once. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** Comma-separated reasons to suspect a robot, for which a row is marked and never refused. */
export const SUSPECT_HEADER = 'x-suspect';

export const maxBodyBytes = (table: CaptureTable): number =>
  (table === 'jornada' ? 256 : 64) * 1024;

/** The limit of one request. */
export const MAX_INSERTED_ROWS = 100;

/** PostgREST's shape. `code` is a SQLSTATE or `PGRST…`. */
export interface ErrorBody {
  code: string;
  details: string | null;
  hint: string | null;
  message: string;
}

/** SQLSTATE. For the page, a retry of a stored row. */
export const UNIQUE_VIOLATION = '23505';
