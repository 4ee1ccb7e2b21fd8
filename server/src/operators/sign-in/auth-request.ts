import { DEVICE_HEADER } from '@funil/contract/console/device';
import { emailKey } from '@funil/contract/person';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressGroup } from '../../http/address-group.ts';
import { invalidField, sendProblem } from '../../http/console-problem.ts';
import type { Database } from '../../store/database.ts';
import { type Caller, countAttempt } from '../attempts.ts';
import { type AuditEntry, recordAudit } from '../audit.ts';
import type { judgePassword, Passwords } from '../passwords.ts';
import type { Keyring } from './access-token.ts';
import { type Authenticate, authenticateRequest, type Bearer } from './authenticate.ts';

/** The dependencies of the sign-in routes. */
export interface AuthParts {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly passwords: Passwords;
  readonly judgePassword: typeof judgePassword;
  readonly authenticate: Authenticate;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

/** Returns the origin of a request. */
export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  origins: originsOf(request),
});

/** Returns what recognizes the device later: the console's device token if one was sent, and the address. */
function originsOf({ ip, headers }: FastifyRequest): string[] {
  const device = headers[DEVICE_HEADER];
  const hasDevice = typeof device === 'string' && /^[\w-]{20,64}$/.test(device);
  return [...(hasDevice ? [`device ${device}`] : []), `address ${addressGroup(ip)}`];
}

/** Writes one line of the audit trail. */
export const audit = ({ database, now }: AuthParts, entry: AuditEntry): Promise<void> =>
  recordAudit(database, [entry], now());

const REFUSED_WINDOW_MS = 15 * 60_000;

/**
 * Writes a line of the audit trail about a wrong password or code: at most one per account and step in 15 minutes, and one
 * for all missing accounts inTransaction, so that a flood does not fill the table. Callers do not await it: otherwise the
 * response time would reveal which accounts exist.
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

/** Maximum length: RFC 5321, 4.5.3.1.3, and its erratum 1690. */
export const email = z
  .string()
  .max(254)
  .transform(emailKey)
  .pipe(z.email({ abort: true }));

/** The maximum is above that of a new password, which `judgePassword` enforces with its own error. */
export const password = z.string().min(1).max(1_024);

/** A factor's display name, without control characters and unpaired surrogates. */
export const factorName = z
  .string()
  .trim()
  .max(64)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** Fields that the official client adds to most bodies; this server has no captcha. */
export const clientExtras = {
  gotrue_meta_security: z
    .strictObject({ captcha_token: z.string().max(4_096).optional() })
    .nullish(),
};

/**
 * Returns the request's body, validated; an unknown field is as invalid as a wrong value.
 * @returns null if the body is invalid; then the error has been sent
 */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
  reply: FastifyReply,
): z.infer<Schema> | null {
  const read = schema.safeParse(request.body ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'body';
  // The answer names the field, and never repeats its value.
  sendProblem(reply, invalidField(`${place.slice(0, 100)}: ${issue?.code ?? 'invalid'}`));
  return null;
}

export interface BearerCall {
  readonly bearer: Bearer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Handles a request of a signed-in operator. */
export type Handle = (call: BearerCall, parts: AuthParts) => unknown;

/** Returns a handler for signed-in operators, with or without a second factor. */
export const forBearer =
  (parts: AuthParts, handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
    const judged = await authenticateRequest(parts.authenticate, request);
    if (!judged.ok) return sendProblem(reply, judged.problem);
    return handle({ bearer: judged.bearer, request, reply }, parts);
  };
