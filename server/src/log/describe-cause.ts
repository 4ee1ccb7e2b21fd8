import { MigrationError, UnusableDatabaseError } from '../store/health/database-error.ts';

/**
 * Messages of these classes are about the database, never about a row's values.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SAFE_SQLSTATE = /^(?:08|25|28|3D|3F|40|42|53|54|55|57|58|XX)/;
const CLIENT_MESSAGE =
  /^(?:timeout exceeded when trying to connect|the server does not support SSL connections|connection terminated.{0,40}|query read timeout|client has encountered a connection error.{0,40})$/i;

interface ErrorProperties {
  code?: unknown;
  syscall?: unknown;
  errcode?: unknown;
  errstr?: unknown;
  severity?: unknown;
  constraint?: unknown;
}

/** Includes a message only if it cannot quote personal data. Returns an empty text if nothing is safe to report. */
export function describeCause(error: Error & ErrorProperties): string {
  if (error instanceof UnusableDatabaseError) return error.message;
  if (error instanceof MigrationError) {
    const cause = error.cause instanceof Error ? describeCause(error.cause) : '';
    return [error.message, cause].filter(Boolean).join(' ');
  }
  if (typeof error.errstr === 'string') return `${error.errstr} (SQLite ${error.errcode})`;
  const code = typeof error.code === 'string' ? error.code : '';
  if (typeof error.severity === 'string') return describePostgres(error, code);
  if (code !== '') return typeof error.syscall === 'string' ? `${code} (${error.syscall})` : code;
  if (error.errcode !== undefined) return String(error.errcode);
  return CLIENT_MESSAGE.test(error.message) ? error.message : '';
}

function describePostgres(error: Error & ErrorProperties, code: string): string {
  const message = SAFE_SQLSTATE.test(code) ? error.message : '';
  const constraint = typeof error.constraint === 'string' ? `constraint ${error.constraint}` : '';
  return [message || constraint, `(SQLSTATE ${code})`].filter(Boolean).join(' ');
}
