import { DEVICE_HEADER } from '@funil/contract/console/device';
import type { FastifyRequest } from 'fastify';
import { addressGroup } from '../../http/address-group.ts';
import type { Database } from '../../store/database.ts';
import { type Caller, countAttempt } from '../attempts.ts';
import { type AuditEntry, recordAudit } from '../audit.ts';
import type { judgePassword, Passwords } from '../passwords.ts';
import type { Authenticate } from './authenticate.ts';
import type { Keyring } from './keyring.ts';

/** What the routes of the sign-in work with. */
export interface AuthParts {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly passwords: Passwords;
  readonly judgePassword: typeof judgePassword;
  readonly authenticate: Authenticate;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

/** Where a request comes from, as its session remembers it. */
export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  origins: originsOf(request),
});

/** What a device is recognized by: the token that the console sends, where it does, and the address. */
function originsOf({ ip, headers }: FastifyRequest): string[] {
  const device = headers[DEVICE_HEADER];
  const hasDevice = typeof device === 'string' && /^[\w-]{20,64}$/.test(device);
  return [...(hasDevice ? [`device ${device}`] : []), `address ${addressGroup(ip)}`];
}

/** Keeps one line of the audit trail. */
export const audit = ({ database, now }: AuthParts, entry: AuditEntry): Promise<void> =>
  recordAudit(database, [entry], now());

const REFUSED_WINDOW_MS = 15 * 60_000;

/**
 * Keeps a line of the audit trail about a wrong password or code: one an account and step in 15 minutes, and one for all
 * accounts that do not exist, so that a flood does not fill the table. To be called without waiting: otherwise the
 * answer would be later for an account that exists.
 */
export async function auditRefusal(
  parts: AuthParts,
  request: FastifyRequest,
  { operator, step }: { operator: AuditEntry['operator']; step: 'password' | 'code' },
): Promise<void> {
  const { database, now } = parts;
  const subject = `refused ${step} ${operator?.id ?? 'unknown'}`;
  try {
    const limit = { subject, most: 1, window: REFUSED_WINDOW_MS };
    if ((await countAttempt(database, [limit], now())) > 0) return;
    await audit(parts, {
      operator,
      action: step === 'password' ? 'password.refused' : 'code.refused',
    });
  } catch (error) {
    request.log.warn({ err: error }, 'a refused sign-in is missing in the audit trail');
  }
}
