import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  PROBLEMS,
  type Problem,
  sendProblem,
  tooManyAttempts,
  weakPassword,
} from '../../http/console-problem.ts';
import { type Account, changePassword, findAccountById } from '../accounts.ts';
import { countAttempt, forgetAttempts, signInLimits } from '../attempts.ts';
import { listFactors } from '../second-factors.ts';
import { endSessions } from '../sessions.ts';
import { type AuthParts, audit, callerOf, forBearer, password, readBody } from './auth-request.ts';
import { type Bearer, isFactorFresh } from './authenticate.ts';
import { toUser } from './session-answer.ts';

const CHANGE = z.strictObject({
  password,
  current_password: password.optional(),
  // Fields that the official client adds; this server ignores them.
  nonce: z.string().max(128).optional(),
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
});

const SCOPE = z.enum(['global', 'local', 'others']).default('global');

/**
 * `GET /user`; `PUT /user` with `{password, current_password}` changes the password and ends the other
 * sessions; without `current_password` only within 10 minutes of the second factor.
 * `POST /logout?scope=global|local|others` answers 204; in a session without the operator's second factor, `global` ends this
 * session alone, and `others` is refused (403 `insufficient_aal`).
 */
export function addUserRoutes(app: FastifyInstance, parts: AuthParts) {
  app.get(
    '/user',
    forBearer(parts, async ({ bearer, reply }) => {
      const account = await findAccountById(parts.database, bearer.operator.id);
      if (!account) return sendProblem(reply, PROBLEMS.sessionEnded);
      return reply.send(toUser(account, await listFactors(parts.database, account.id)));
    }),
  );
  app.put(
    '/user',
    forBearer(parts, ({ bearer, request, reply }) => change(parts, bearer, request, reply)),
  );
  app.post(
    '/logout',
    forBearer(parts, async ({ bearer, request, reply }) => {
      const scope = SCOPE.safeParse((request.query as Record<string, unknown>).scope);
      if (!scope.success) return sendProblem(reply, PROBLEMS.malformed);
      const { id, sessionId } = bearer.operator;
      // A stolen password must not end the operator's other sessions.
      const isOwnOnly = bearer.hasFactor && bearer.aal !== 'aal2';
      if (isOwnOnly && scope.data === 'others') {
        return sendProblem(reply, PROBLEMS.insufficientLevel);
      }
      const ended = isOwnOnly ? 'local' : scope.data;
      await endSessions(parts.database, { operatorId: id, sessionId }, ended);
      await audit(parts, {
        operator: bearer.operator,
        action: 'session.ended',
        subject: { kind: 'session', key: ended === 'local' ? sessionId : ended },
      });
      return reply.code(204).send();
    }),
  );
}

async function change(
  parts: AuthParts,
  bearer: Bearer,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = readBody(CHANGE, request, reply);
  if (!body) return reply;
  const { database, passwords, now } = parts;
  const account = await findAccountById(database, bearer.operator.id);
  if (!account) return sendProblem(reply, PROBLEMS.sessionEnded);
  const current = body.current_password;
  const refusal = await mayChange(parts, bearer, { account, current, request });
  if (refusal) return sendProblem(reply, refusal);
  const weakness = await parts.judgePassword(body.password, account.email);
  if (weakness) return sendProblem(reply, weakPassword(weakness));
  if (await passwords.verify(body.password, account.password)) {
    return sendProblem(reply, PROBLEMS.samePassword);
  }
  const { id, sessionId } = bearer.operator;
  const hashed = await passwords.hash(body.password);
  await changePassword(database, { operatorId: id, sessionId, password: hashed }, now());
  await audit(parts, { operator: bearer.operator, action: 'password.changed' });
  return reply.send(toUser(account, await listFactors(database, id)));
}

interface Change {
  readonly account: Account;
  readonly current: string | undefined;
  readonly request: FastifyRequest;
}

async function mayChange(
  { database, passwords, now }: AuthParts,
  bearer: Bearer,
  { account, current, request }: Change,
): Promise<Problem | null> {
  if (bearer.hasFactor && bearer.aal !== 'aal2') return PROBLEMS.insufficientLevel;
  if (current === undefined) {
    return isFactorFresh(bearer, now()) ? null : PROBLEMS.reauthenticationNeeded;
  }
  const limits = await signInLimits(database, callerOf(request), {
    email: account.email,
    now: now(),
  });
  const wait = await countAttempt(database, limits.all, now());
  if (wait > 0) return tooManyAttempts(wait);
  if (!(await passwords.verify(current, account.password))) return PROBLEMS.invalidCredentials;
  await forgetAttempts(database, limits.onSuccess);
  return null;
}
