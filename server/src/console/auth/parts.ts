import type { FastifyRequest } from 'fastify';
import { type AuditEntry, recordAudit } from '../../records/operators/audit.ts';
import type { Passwords } from '../../records/operators/password.ts';
import type { Caller } from '../../records/operators/sessions.ts';
import type { Database } from '../../store/database.ts';
import type { Authenticate } from './authenticate.ts';
import type { Keyring } from './keyring.ts';

/** What the routes of the sign-in work with. */
export interface AuthParts {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly passwords: Passwords;
  readonly authenticate: Authenticate;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

/** Where a request comes from, as its session remembers it. */
export const callerOf = ({ ip, headers }: FastifyRequest): Caller => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
});

/** Keeps one line of the audit trail. */
export const audit = ({ database, now }: AuthParts, entry: AuditEntry): Promise<void> =>
  recordAudit(database, [entry], now());
