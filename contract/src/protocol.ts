/**
 * The capture protocol: PostgREST's insert, which this repository's server and Supabase both implement.
 * Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert
 */

/** The tables that anonymous visitors may insert into, their only right. */
export const TABLES = ['leads', 'applications', 'application_drafts', 'jornada'] as const;
export type CaptureTable = (typeof TABLES)[number];

/** Path of a table's insert, relative to the backend's address. */
export const insertPath = (table: CaptureTable): string => `/rest/v1/${table}`;

/** Header of the anonymous public key. Beacons cannot set headers and pass it in the query. */
export const API_KEY_HEADER = 'apikey';
/** Default of `PUBLIC_SUPABASE_ANON_KEY`, which is public and only stops stray requests. */
export const LOCAL_ANON_KEY = 'anon-local';
/** Header with a UUID that an attempt and its retries share, so that the row is stored once. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** Header with comma-separated reasons to suspect a robot, for which a row is marked and never refused. */
export const SUSPECT_HEADER = 'x-suspect';

/** Returns the limit of a request body. */
export const maxBodyBytes = (table: CaptureTable): number =>
  (table === 'jornada' ? 256 : 64) * 1024;

/** Limit of rows in one insert. */
export const MAX_INSERTED_ROWS = 100;

/** The body of every error response, in PostgREST's shape. `code` is a SQLSTATE or `PGRST…`. */
export interface ErrorBody {
  code: string;
  details: string | null;
  hint: string | null;
  message: string;
}

/** SQLSTATE of a unique violation: for the page, a retry of a stored row. */
export const UNIQUE_VIOLATION = '23505';
