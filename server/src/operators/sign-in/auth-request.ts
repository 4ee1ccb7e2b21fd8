import { emailKey } from '@funil/contract/contacts/person';
import { DEVICE_HEADER } from '@funil/contract/operators/account';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressGroup } from '../../http/address-group.ts';
import {
  type ConsoleProblem,
  invalidField,
  isProblem,
  sendConsoleProblem,
  tooManyAttempts,
} from '../../http/console-problem.ts';
import type { ServerKeys } from '../../settings/secrets-key.ts';
import type { Database } from '../../store/database.ts';
import { type AttemptLimits, type ClientInfo, countAttempt, forgetAttempts } from '../attempts.ts';
import { type AuditEntry, recordAudit } from '../audit.ts';
import type { judgePassword, Passwords } from '../passwords.ts';
import type { Keyring } from './access-token.ts';

export interface AuthDependencies {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly serverKeys: ServerKeys;
  readonly passwords: Passwords;
  readonly judgePassword: typeof judgePassword;
  readonly now: () => number;
}

/** The longest address has 254 characters: RFC 5321, 4.5.3.1.3, and its erratum 1690. */
export const emailSchema = z
  .string()
  .max(254)
  .transform(emailKey)
  .pipe(z.email({ abort: true }));

/** Accepts longer texts than a new password may have, so that `judgePassword` can explain the error. */
export const passwordSchema = z.string().min(1).max(1_024);

/** Fields that Supabase's client adds to requests, and that this server ignores, because it has no captcha. */
export const supabaseClientFields = {
  gotrue_meta_security: z
    .strictObject({ captcha_token: z.string().max(4_096).optional() })
    .nullish(),
};

/** Sends the result of `handle`: a {@link ConsoleProblem} as an error, undefined as 204. */
export const createHandler =
  <Schema extends z.ZodType>(
    schema: Schema,
    handle: (body: z.infer<Schema>, request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const body = schema.safeParse(request.body ?? {});
    if (!body.success) return sendConsoleProblem(reply, describeIssue(body.error));
    const result = await handle(body.data, request, reply);
    if (isProblem(result)) return sendConsoleProblem(reply, result);
    return result === undefined ? reply.code(204).send() : reply.send(result);
  };

/** Returns a function that adds a route of the sign-in; without a schema, any body is accepted and ignored. */
export const createAddAuthRoute =
  (app: FastifyInstance) =>
  <Schema extends z.ZodType = z.ZodUnknown>(
    route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    { body }: { readonly body?: Schema },
    handle: (body: z.infer<Schema>, request: FastifyRequest, reply: FastifyReply) => unknown,
  ) => {
    const [method = '', url = ''] = route.split(' ');
    const handler = createHandler(body ?? z.unknown(), (value, request, reply) =>
      handle(value as z.infer<Schema>, request, reply),
    );
    app.route({ method, url, handler });
  };

/** Names the field, never its value. */
function describeIssue({ issues: [issue] }: z.ZodError): ConsoleProblem {
  const field = issue?.path.join('.') || 'body';
  return invalidField(`${field.slice(0, 100)}: ${issue?.code ?? 'invalid'}`);
}

export const readIdParam = ({ params }: FastifyRequest): string | null =>
  z.object({ id: z.uuid() }).safeParse(params).data?.id ?? null;

export function readClientInfo({ ip, headers }: FastifyRequest): ClientInfo {
  const device = headers[DEVICE_HEADER];
  const hasDevice = typeof device === 'string' && /^[\w-]{20,64}$/.test(device);
  return {
    address: ip,
    userAgent: headers['user-agent'] ?? '',
    clientKeys: [...(hasDevice ? [`device ${device}`] : []), `address ${addressGroup(ip)}`],
  };
}

export const audit = (
  { database, now }: AuthDependencies,
  operator: AuditEntry['operator'],
  action: AuditEntry['action'],
  subject?: AuditEntry['subject'],
): Promise<void> => recordAudit(database, { operator, action, subject }, now());

interface SecretCheck<Result> {
  /** Returns null if the password or code is wrong. */
  readonly check: () => Promise<Result | null>;
  readonly attemptLimits: AttemptLimits;
  readonly wrongSecret: ConsoleProblem;
  readonly makeLockedProblem?: (retryAfterS: number) => ConsoleProblem;
  /** The audit line about a wrong password or code. Null: no line is written. */
  readonly auditedRefusal: {
    readonly operator: AuditEntry['operator'];
    readonly step: 'password' | 'code';
  } | null;
}

export async function checkSecretWithLimits<Result extends object>(
  deps: AuthDependencies,
  request: FastifyRequest,
  secretCheck: SecretCheck<Result>,
): Promise<Result | ConsoleProblem> {
  const { attemptLimits, wrongSecret, auditedRefusal } = secretCheck;
  const { limits, keysForgottenOnSuccess } = attemptLimits;
  const waitS = await countAttempt(deps.database, limits, deps.now());
  if (waitS > 0) return (secretCheck.makeLockedProblem ?? tooManyAttempts)(waitS);
  const result = await secretCheck.check();
  if (result !== null) await forgetAttempts(deps.database, keysForgottenOnSuccess);
  // The audit is not awaited, because the response time would reveal which accounts exist.
  else if (auditedRefusal) void auditRefusal(deps, request, auditedRefusal);
  return result ?? wrongSecret;
}

/** Writes one audit line per account and step in 15 minutes. All unknown e-mails count as one account. */
async function auditRefusal(
  deps: AuthDependencies,
  request: FastifyRequest,
  { operator, step }: NonNullable<SecretCheck<object>['auditedRefusal']>,
): Promise<void> {
  const attemptKey = `refused ${step} ${operator?.id ?? 'unknown'}`;
  try {
    const limit = { attemptKey, maxAttempts: 1 };
    if ((await countAttempt(deps.database, [limit], deps.now())) > 0) return;
    await audit(deps, operator, `${step}.refused`);
  } catch (error) {
    request.log.warn({ err: error }, 'a refused sign-in is missing in the audit trail');
  }
}
