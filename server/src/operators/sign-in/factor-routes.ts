import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import {
  PROBLEMS,
  recoveryLocked,
  sendProblem,
  tooManyAttempts,
} from '../../http/console-problem.ts';
import { codeLimits, countAttempt, forgetAttempts } from '../attempts.ts';
import {
  findRecoverySet,
  makeRecoveryCodes,
  removeRecoveryCodes,
  spendRecoveryCode,
} from '../recovery-codes.ts';
import {
  enrollTotp,
  type FoundFactor,
  findFactor,
  findTotpStep,
  isChallengeOpen,
  makeTotpSecret,
  openChallenge,
  passChallenge,
  removeFactor,
  totpUri,
} from '../second-factors.ts';
import {
  type AuthParts,
  audit,
  auditRefusal,
  type BearerCall,
  callerOf,
  factorName,
  forBearer,
  type Handle,
  readBody,
} from './auth-request.ts';
import { type Bearer, refuseStaleFactor } from './authenticate.ts';
import { answerSession } from './session-answer.ts';

const DEFAULT_ISSUER = 'Funil';

const ENROLL = z.strictObject({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: factorName.optional(),
  issuer: factorName.optional(),
  phone: z.string().max(32).optional(),
});

const CHALLENGE = z.strictObject({
  // The official client repeats the id of the path.
  factorId: z.string().max(64).optional(),
  // The official client's field for phone factors.
  channel: z.enum(['sms', 'whatsapp']).optional(),
});

const FACTOR_PATH = z.object({ id: z.uuid() });

interface FactorCall extends BearerCall {
  readonly factor: FoundFactor;
}

/** Returns a handler for the signed-in operator's factor that the path names as `:id`. */
const forFactor = (parts: AuthParts, handle: (call: FactorCall) => unknown) =>
  forBearer(parts, async (call) => {
    const path = FACTOR_PATH.safeParse(call.request.params);
    const { id } = call.bearer.operator;
    const factor = path.success ? await findFactor(parts.database, id, path.data.id) : null;
    if (!factor) return sendProblem(call.reply, PROBLEMS.factorUnknown);
    return handle({ ...call, factor });
  });

/**
 * `POST /factors` with `{factor_type: 'totp', friendly_name, issuer}` answers `{id, type, friendly_name,
 * totp: {qr_code, secret, uri}}`, `qr_code` an SVG; `DELETE /factors/:id`; `POST /factors/:id/challenge` answers `{id, type,
 * expires_at}`; `POST /factors/:id/verify` with `{challenge_id, code}` answers a session of aal2. Adding and removing a
 * factor answers 401 `reauthentication_needed` if a verified factor exists and none was verified within 10 minutes.
 */
export function addFactorRoutes(app: FastifyInstance, parts: AuthParts) {
  app.post(
    '/factors',
    forBearer(parts, ({ bearer, request, reply }) => enroll(parts, bearer, request, reply)),
  );
  app.delete(
    '/factors/:id',
    forFactor(parts, async ({ factor, bearer, reply }) => {
      const refusal = refuseStaleFactor(bearer, parts.now());
      if (refusal) return sendProblem(reply, refusal);
      await removeFactor(parts.database, bearer.operator.id, factor.id);
      await audit(parts, {
        operator: bearer.operator,
        action: 'factor.removed',
        subject: { kind: 'factor', key: factor.id },
      });
      return reply.send({ id: factor.id });
    }),
  );
  app.post(
    '/factors/:id/challenge',
    forFactor(parts, async ({ factor, request, reply }) => {
      if (!readBody(CHALLENGE, request, reply)) return reply;
      if (factor.type !== 'totp') return sendProblem(reply, PROBLEMS.factorUnknown);
      const { id, expiresAt } = await openChallenge(parts.database, factor.id, parts.now());
      return reply.send({ id, type: factor.type, expires_at: expiresAt });
    }),
  );
  app.post(
    '/factors/:id/verify',
    forFactor(parts, (call) => {
      const { factor, bearer, reply } = call;
      // A new factor's first code adds the factor; a verified factor's code is itself the fresh proof.
      const isNew = factor.status === 'unverified';
      const refusal = isNew ? refuseStaleFactor(bearer, parts.now()) : null;
      return refusal ? sendProblem(reply, refusal) : verify(parts, call);
    }),
  );
}

async function enroll(
  parts: AuthParts,
  bearer: Bearer,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = readBody(ENROLL, request, reply);
  if (!body) return reply;
  if (body.factor_type === 'phone') return sendProblem(reply, PROBLEMS.phoneFactor);
  if (body.factor_type === 'webauthn') return sendProblem(reply, PROBLEMS.webauthnFactor);
  // Otherwise a password or a stolen token would be enough to add a factor.
  const refusal = refuseStaleFactor(bearer, parts.now());
  if (refusal) return sendProblem(reply, refusal);
  const { operator } = bearer;
  const secret = makeTotpSecret();
  const friendlyName = body.friendly_name ?? '';
  const added = { operatorId: operator.id, friendlyName, secret };
  const enrolled = await enrollTotp(parts.database, added, parts.now());
  if (!enrolled.ok) {
    const isTaken = enrolled.reason === 'name-taken';
    return sendProblem(reply, isTaken ? PROBLEMS.factorNameTaken : PROBLEMS.tooManyFactors);
  }
  const issuer = body.issuer || DEFAULT_ISSUER;
  const uri = totpUri({ secret, issuer, label: operator.email });
  return reply.send({
    id: enrolled.id,
    type: 'totp',
    friendly_name: friendlyName,
    // Without `#`: the official client appends it to `data:` unescaped.
    totp: { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret, uri },
  });
}

const CODE = z.strictObject({ challenge_id: z.uuid(), code: z.string().max(32) });

/** Verifies a factor's code: answers an aal2 session, or 422 `mfa_challenge_expired`, `mfa_verification_failed`. */
async function verify(parts: AuthParts, { factor, bearer, request, reply }: FactorCall) {
  const body = readBody(CODE, request, reply);
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

const RECOVERY_PATH = '/factors/recovery-codes';
const DEFAULT_SET_NAME = 'Recovery codes';
const GENERATE = z.strictObject({ friendly_name: factorName.optional() });
const RECOVERY_CODE = z.strictObject({ code: z.string().max(64) });
const NOTHING = z.strictObject({});

/**
 * Recovery codes as the official client has them (`mfa.recoveryCodes`): `POST /factors/recovery-codes` and `…/regenerate`
 * answer `{id, type, friendly_name, total, codes}`, once; `GET` answers `{id, type, total, remaining}`; `POST …/verify` with
 * `{code}` answers an aal2 session; `DELETE` removes them.
 */
export function addRecoveryRoutes(app: FastifyInstance, parts: AuthParts) {
  const { database } = parts;
  app.get(
    RECOVERY_PATH,
    forBearer(parts, async ({ bearer, reply }) => {
      const set = await findRecoverySet(database, bearer.operator.id);
      if (!set) return sendProblem(reply, PROBLEMS.factorUnknown);
      const { id, total, remaining } = set;
      return reply.send({ id, type: 'recovery_code', total, remaining });
    }),
  );
  app.post(
    RECOVERY_PATH,
    forTwoFactors(parts, async ({ bearer, request, reply }) => {
      const body = readBody(GENERATE, request, reply);
      if (!body) return reply;
      const present = await findRecoverySet(database, bearer.operator.id);
      if (present) return sendProblem(reply, PROBLEMS.recoveryExists);
      return generate(parts, bearer, reply, body.friendly_name || DEFAULT_SET_NAME);
    }),
  );
  app.post(
    `${RECOVERY_PATH}/regenerate`,
    forTwoFactors(parts, async ({ bearer, request, reply }) => {
      if (!readBody(NOTHING, request, reply)) return reply;
      const set = await findRecoverySet(database, bearer.operator.id);
      if (!set) return sendProblem(reply, PROBLEMS.factorUnknown);
      return generate(parts, bearer, reply, set.friendlyName);
    }),
  );
  app.delete(
    RECOVERY_PATH,
    forTwoFactors(parts, async ({ bearer, reply }) => {
      const set = await findRecoverySet(database, bearer.operator.id);
      if (!set) return sendProblem(reply, PROBLEMS.factorUnknown);
      await removeRecoveryCodes(database, bearer.operator.id);
      await audit(parts, { operator: bearer.operator, action: 'recovery-codes.removed' });
      return reply.send({ id: set.id });
    }),
  );
  app.post(`${RECOVERY_PATH}/verify`, forBearer(parts, spend));
}

/** Returns a handler for operators who verified a second factor within 10 minutes: recovery codes are never the only factor. */
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
  const body = readBody(RECOVERY_CODE, request, reply);
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
