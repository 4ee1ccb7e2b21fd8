import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { PROBLEMS, recoveryLocked, sendProblem } from '../../http/console-problem.ts';
import { codeLimits, countAttempt, forgetAttempts } from '../attempts.ts';
import {
  findRecoverySet,
  makeRecoveryCodes,
  removeRecoveryCodes,
  spendRecoveryCode,
} from '../recovery-codes.ts';
import { answerSession } from './answer-session.ts';
import type { Bearer } from './authenticate.ts';
import { forBearer, type Handle } from './bearer-routes.ts';
import { refuseStaleFactor } from './fresh-factor.ts';
import { type AuthParts, audit, auditRefusal, callerOf } from './parts.ts';
import { factorName, readBody } from './read-body.ts';

const URL = '/factors/recovery-codes';
const DEFAULT_NAME = 'Recovery codes';
const GENERATE = z.strictObject({ friendly_name: factorName.optional() });
const VERIFY = z.strictObject({ code: z.string().max(64) });
const NOTHING = z.strictObject({});

/**
 * Recovery codes as the official client has them (`mfa.recoveryCodes`): `POST /factors/recovery-codes` and `…/regenerate`
 * answer `{id, type, friendly_name, total, codes}`, once; `GET` answers `{id, type, total, remaining}`; `POST …/verify` with
 * `{code}` answers a session of aal2; `DELETE` removes them.
 */
export function addRecoveryRoutes(app: FastifyInstance, parts: AuthParts) {
  const { database } = parts;
  app.get(
    URL,
    forBearer(parts, async ({ bearer, reply }) => {
      const set = await findRecoverySet(database, bearer.operator.id);
      if (!set) return sendProblem(reply, PROBLEMS.factorUnknown);
      const { id, total, remaining } = set;
      return reply.send({ id, type: 'recovery_code', total, remaining });
    }),
  );
  app.post(
    URL,
    forTwoFactors(parts, async ({ bearer, request, reply }) => {
      const body = readBody(GENERATE, request, reply);
      if (!body) return reply;
      const present = await findRecoverySet(database, bearer.operator.id);
      if (present) return sendProblem(reply, PROBLEMS.recoveryExists);
      return generate(parts, bearer, reply, body.friendly_name || DEFAULT_NAME);
    }),
  );
  app.post(
    `${URL}/regenerate`,
    forTwoFactors(parts, async ({ bearer, request, reply }) => {
      if (!readBody(NOTHING, request, reply)) return reply;
      const set = await findRecoverySet(database, bearer.operator.id);
      if (!set) return sendProblem(reply, PROBLEMS.factorUnknown);
      return generate(parts, bearer, reply, set.friendlyName);
    }),
  );
  app.delete(
    URL,
    forTwoFactors(parts, async ({ bearer, reply }) => {
      const set = await findRecoverySet(database, bearer.operator.id);
      if (!set) return sendProblem(reply, PROBLEMS.factorUnknown);
      await removeRecoveryCodes(database, bearer.operator.id);
      await audit(parts, { operator: bearer.operator, action: 'recovery-codes.removed' });
      return reply.send({ id: set.id });
    }),
  );
  app.post(`${URL}/verify`, forBearer(parts, spend));
}

/** For operators who verified a second factor within 10 minutes: codes may stand in for one, and never for none. */
const forTwoFactors = (parts: AuthParts, handle: Handle) =>
  forBearer(parts, (call) => {
    const { bearer, reply } = call;
    if (!bearer.hasFactor) return sendProblem(reply, PROBLEMS.recoveryAlone);
    const refusal = refuseStaleFactor(bearer, parts.now());
    return refusal ? sendProblem(reply, refusal) : handle(call, parts);
  });

async function generate(
  parts: AuthParts,
  { operator }: Bearer,
  reply: FastifyReply,
  friendlyName: string,
) {
  const { database, now } = parts;
  const made = { operatorId: operator.id, friendlyName };
  const { id, codes } = await makeRecoveryCodes(database, made, now());
  await audit(parts, { operator, action: 'recovery-codes.made' });
  return reply.send({
    id,
    type: 'recovery_code',
    friendly_name: friendlyName,
    total: codes.length,
    codes,
  });
}

const spend: Handle = async ({ bearer, request, reply }, parts) => {
  const body = readBody(VERIFY, request, reply);
  if (!body) return reply;
  const { database, now } = parts;
  const { id, sessionId } = bearer.operator;
  const set = await findRecoverySet(database, id);
  if (!set) return sendProblem(reply, PROBLEMS.factorUnknown);
  const limits = await codeLimits(database, callerOf(request), {
    operator: bearer.operator,
    now: now(),
  });
  const wait = await countAttempt(database, limits.all, now());
  if (wait > 0) return sendProblem(reply, recoveryLocked(wait));
  const spent = { setId: set.id, code: body.code, sessionId, caller: callerOf(request) };
  const session = await spendRecoveryCode(database, spent, now());
  if (!session) {
    void auditRefusal(parts, request, { operator: bearer.operator, step: 'code' });
    return sendProblem(reply, PROBLEMS.wrongCode);
  }
  await forgetAttempts(database, limits.onSuccess);
  await audit(parts, {
    operator: bearer.operator,
    action: 'recovery-code.used',
    subject: { kind: 'session', key: session.id },
  });
  return answerSession(parts, reply, session);
};
