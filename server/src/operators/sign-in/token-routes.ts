import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PROBLEMS, sendProblem, tooManyAttempts } from '../../http/console-problem.ts';
import { findAccount } from '../accounts.ts';
import { countAttempt, forgetAttempts, signInLimits } from '../attempts.ts';
import { openSession, refreshSession } from '../sessions.ts';
import {
  type AuthParts,
  audit,
  auditRefusal,
  callerOf,
  clientExtras,
  email,
  password,
  readBody,
} from './auth-request.ts';
import { answerSession } from './session-answer.ts';

const PASSWORD_GRANT = z.strictObject({ email, password, ...clientExtras });
const REFRESH_GRANT = z.strictObject({ refresh_token: z.string().max(512), ...clientExtras });

/**
 * `POST /token?grant_type=password` with `{email, password}` and `…=refresh_token` with `{refresh_token}`:
 * a session. 400 `invalid_credentials`, `refresh_token_not_found`, `refresh_token_already_used`,
 * `session_expired`; 429 `over_request_rate_limit` with `Retry-After`.
 */
export function addTokenRoutes(app: FastifyInstance, parts: AuthParts) {
  app.post('/token', (request, reply) => {
    const { grant_type: grant } = request.query as Record<string, unknown>;
    if (grant === 'password') return signIn(parts, request, reply);
    if (grant === 'refresh_token') return refresh(parts, request, reply);
    return sendProblem(reply, PROBLEMS.unsupportedGrant);
  });
}

async function signIn(parts: AuthParts, request: FastifyRequest, reply: FastifyReply) {
  const body = readBody(PASSWORD_GRANT, request, reply);
  if (!body) return reply;
  const { database, passwords, now } = parts;
  const limits = await signInLimits(database, callerOf(request), { email: body.email, now: now() });
  const wait = await countAttempt(database, limits.all, now());
  if (wait > 0) return sendProblem(reply, tooManyAttempts(wait));
  const account = await findAccount(database, body.email);
  // A missing account takes as long as an existing one.
  const isRight = await passwords.verify(body.password, account?.password ?? null);
  if (!account || !isRight) {
    void auditRefusal(parts, request, { operator: account, step: 'password' });
    return sendProblem(reply, PROBLEMS.invalidCredentials);
  }
  await forgetAttempts(database, limits.onSuccess);
  const opened = { operatorId: account.id, method: 'password', caller: callerOf(request) } as const;
  const session = await openSession(database, opened, now());
  await audit(parts, {
    operator: account,
    action: 'session.opened',
    subject: { kind: 'session', key: session.id },
  });
  return answerSession(parts, reply, session, account);
}

async function refresh(parts: AuthParts, request: FastifyRequest, reply: FastifyReply) {
  const body = readBody(REFRESH_GRANT, request, reply);
  if (!body) return reply;
  const { database, now } = parts;
  const found = await refreshSession(database, body.refresh_token, callerOf(request), now());
  if (found.ok) return answerSession(parts, reply, found.session);
  switch (found.reason) {
    case 'unknown':
      return sendProblem(reply, PROBLEMS.refreshTokenUnknown);
    case 'expired':
      return sendProblem(reply, PROBLEMS.sessionExpired);
    case 'reused':
      await audit(parts, {
        operator: null,
        action: 'session.reused',
        subject: { kind: 'operator', key: found.operatorId },
      });
      return sendProblem(reply, PROBLEMS.refreshTokenUsed);
  }
}
