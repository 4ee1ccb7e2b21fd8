import { z } from 'zod';
import { PROBLEMS, sendProblem, tooManyAttempts } from '../../http/console-problem.ts';
import { codeLimits, countAttempt, forgetAttempts } from '../attempts.ts';
import { findTotpStep, isChallengeOpen, passChallenge } from '../second-factors.ts';
import { answerSession } from './answer-session.ts';
import type { FactorCall } from './bearer-routes.ts';
import { type AuthParts, audit, auditRefusal, callerOf } from './parts.ts';
import { readBody } from './read-body.ts';

const VERIFY = z.strictObject({ challenge_id: z.uuid(), code: z.string().max(32) });

/** Judges a factor's code; a session of aal2, or 422 `mfa_challenge_expired`, `mfa_verification_failed`. */
export async function verify(parts: AuthParts, { factor, bearer, request, reply }: FactorCall) {
  const body = readBody(VERIFY, request, reply);
  if (!body) return reply;
  const { database, now } = parts;
  const { id: operatorId, sessionId } = bearer.operator;
  if (factor.secret === null) return sendProblem(reply, PROBLEMS.factorUnknown);
  const challenge = { id: body.challenge_id, factorId: factor.id };
  if (!(await isChallengeOpen(database, challenge, now()))) {
    return sendProblem(reply, PROBLEMS.challengeExpired);
  }
  const limits = await codeLimits(database, callerOf(request), {
    operator: bearer.operator,
    now: now(),
  });
  const wait = await countAttempt(database, limits.all, now());
  if (wait > 0) return sendProblem(reply, tooManyAttempts(wait));
  const step = findTotpStep(factor.secret, body.code, now());
  const { operator } = bearer;
  const refuse = () => {
    void auditRefusal(parts, request, { operator, step: 'code' });
    return sendProblem(reply, PROBLEMS.wrongCode);
  };
  if (step === null) return refuse();
  const isFirst = factor.status === 'unverified';
  const passed = { operatorId, sessionId, factorId: factor.id, challengeId: challenge.id, step };
  const caller = callerOf(request);
  const session = await passChallenge(database, { ...passed, isFirst, caller }, now());
  if (!session) return refuse();
  await forgetAttempts(database, limits.onSuccess);
  await audit(parts, {
    operator,
    action: isFirst ? 'factor.verified' : 'session.raised',
    subject: { kind: 'factor', key: factor.id },
  });
  return answerSession(parts, reply, session);
}
