import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import {
  CONSOLE_PROBLEMS,
  type ConsoleProblem,
  isProblem,
  recoveryLocked,
  tooManyAttempts,
} from '../../http/console-problem.ts';
import { factorCodeLimits } from '../attempts.ts';
import {
  findRecoverySet,
  makeRecoveryCodes,
  redeemRecoveryCode,
  removeRecoveryCodes,
} from '../recovery-codes.ts';
import {
  completeChallenge,
  enrollTotp,
  findFactor,
  findTotpStep,
  isChallengeOpen,
  makeTotpSecret,
  openChallenge,
  removeFactor,
  sealedFactorName,
  totpUri,
} from '../second-factors.ts';
import { isRecoverySession } from '../sessions.ts';
import {
  type AuthDependencies,
  audit,
  checkSecretWithLimits,
  createAddAuthRoute,
  readClientInfo,
  readIdParam,
} from './auth-request.ts';
import { findFactorProblem, type VerifiedSession } from './authenticate.ts';
import { buildSessionResponse } from './session-response.ts';

const factorName = z
  .string()
  .trim()
  .max(64)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

const ENROLL_BODY = z.strictObject({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: factorName.optional(),
  issuer: factorName.optional(),
  phone: z.string().max(32).optional(),
});

const CHALLENGE_BODY = z.strictObject({
  // The official client repeats the path's id.
  factorId: z.string().max(64).optional(),
  // The official client's field for phone factors.
  channel: z.enum(['sms', 'whatsapp']).optional(),
});

const TOTP_CODE_BODY = z.strictObject({ challenge_id: z.uuid(), code: z.string().max(32) });

/**
 * Adding or removing a factor needs another one, used within 10 minutes. After a recovery code, the first code of a new
 * factor removes the others, because their app is lost.
 */
export function addFactorRoutes(app: FastifyInstance, deps: AuthDependencies) {
  const addAuthRoute = createAddAuthRoute(app);
  const { database, now } = deps;
  addAuthRoute('POST /factors', { body: ENROLL_BODY }, (body, { auth }) =>
    enrollFactor(deps, body, auth),
  );
  addAuthRoute('DELETE /factors/:id', {}, async (_body, request) => {
    const factor = await findRequestedFactor(deps, request);
    if (!factor) return CONSOLE_PROBLEMS.factorUnknown;
    const refusal = findFactorProblem(request.auth, now());
    if (refusal) return refusal;
    const { operator } = request.auth;
    await removeFactor(database, operator.id, factor.id);
    await audit(deps, operator, 'factor.removed', { kind: 'factor', key: factor.id });
    return { id: factor.id };
  });
  addAuthRoute('POST /factors/:id/challenge', { body: CHALLENGE_BODY }, async (_body, request) => {
    const factor = await findRequestedFactor(deps, request);
    if (factor?.factor_type !== 'totp') return CONSOLE_PROBLEMS.factorUnknown;
    const { id, expiresAt } = await openChallenge(database, factor.id, now());
    return { id, type: factor.factor_type, expires_at: expiresAt };
  });
  addAuthRoute('POST /factors/:id/verify', { body: TOTP_CODE_BODY }, (body, request) =>
    verifyFactor(deps, body, request),
  );
}

function findRequestedFactor({ database }: AuthDependencies, request: FastifyRequest) {
  const id = readIdParam(request);
  return id === null ? null : findFactor(database, request.auth.operator.id, id);
}

async function verifyFactor(
  deps: AuthDependencies,
  body: z.infer<typeof TOTP_CODE_BODY>,
  request: FastifyRequest,
) {
  const { database, now } = deps;
  const factor = await findRequestedFactor(deps, request);
  if (!factor || factor.secret === null) return CONSOLE_PROBLEMS.factorUnknown;
  const { id: factorId } = factor;
  const secret = deps.serverKeys.open(sealedFactorName(factorId), factor.secret);
  if (secret === null) return CONSOLE_PROBLEMS.factorOfOtherKey;
  const { auth } = request;
  // The first code adds the factor, which needs a fresh code of another one. A later code needs none.
  const isFirstCode = factor.status === 'unverified';
  const refusal = isFirstCode ? findFactorProblem(auth, now()) : null;
  if (refusal) return refusal;
  const challengeId = body.challenge_id;
  const isOpen = await isChallengeOpen(database, { id: challengeId, factorId }, now());
  if (!isOpen) return CONSOLE_PROBLEMS.challengeExpired;
  const { id: operatorId, sessionId } = auth.operator;
  // The transaction that verifies the new app removes the old one, so that a crash does not leave both.
  const replacesOthers = isFirstCode && (await isRecoverySession(database, sessionId));
  const session = await checkCodeWithLimits(deps, request, tooManyAttempts, async (client) => {
    const step = findTotpStep(secret, body.code, now());
    if (step === null) return null;
    const ids = { operatorId, sessionId, factorId, challengeId };
    const verification = { ...ids, isFirstCode, step, client, replacesOthers };
    return completeChallenge(database, verification, now());
  });
  if (isProblem(session)) return session;
  const addAction = replacesOthers ? 'factor.replaced' : 'factor.verified';
  const action = isFirstCode ? addAction : 'session.raised';
  await audit(deps, auth.operator, action, { kind: 'factor', key: factor.id });
  return buildSessionResponse(deps, session);
}

async function enrollFactor(
  deps: AuthDependencies,
  body: z.infer<typeof ENROLL_BODY>,
  auth: VerifiedSession,
) {
  if (body.factor_type === 'phone') return CONSOLE_PROBLEMS.phoneFactor;
  if (body.factor_type === 'webauthn') return CONSOLE_PROBLEMS.webauthnFactor;
  // Without this check, a password or a stolen token would be enough to add a factor.
  const refusal = findFactorProblem(auth, deps.now());
  if (refusal) return refusal;
  const { id: operatorId, email: label } = auth.operator;
  const secret = makeTotpSecret();
  const friendlyName = body.friendly_name ?? '';
  const id = randomUUID();
  const sealedSecret = deps.serverKeys.seal(sealedFactorName(id), secret);
  const factor = { id, operatorId, friendlyName, sealedSecret };
  const enrolled = await enrollTotp(deps.database, factor, deps.now());
  if (!enrolled.ok) {
    return enrolled.reason === 'name-taken'
      ? CONSOLE_PROBLEMS.factorNameTaken
      : CONSOLE_PROBLEMS.tooManyFactors;
  }
  const uri = totpUri({ secret, issuer: body.issuer || 'Funil', label });
  return {
    id,
    type: 'totp',
    friendly_name: friendlyName,
    // The SVG must not contain `#`, because the official client appends it to `data:` unescaped.
    totp: { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret, uri },
  };
}

async function checkCodeWithLimits<Result extends object>(
  deps: AuthDependencies,
  request: FastifyRequest,
  makeLockedProblem: (retryAfterS: number) => ConsoleProblem,
  check: (client: ReturnType<typeof readClientInfo>) => Promise<Result | null>,
): Promise<Result | ConsoleProblem> {
  const { operator } = request.auth;
  const client = readClientInfo(request);
  return checkSecretWithLimits(deps, request, {
    check: () => check(client),
    attemptLimits: await factorCodeLimits(deps.database, client, { operator, now: deps.now() }),
    wrongSecret: CONSOLE_PROBLEMS.wrongCode,
    makeLockedProblem,
    auditedRefusal: { operator, step: 'code' },
  });
}

const RECOVERY_PATH = '/factors/recovery-codes';
const GENERATE_BODY = z.strictObject({ friendly_name: factorName.optional() });
const RECOVERY_CODE_BODY = z.strictObject({ code: z.string().max(64) });
const REGENERATE_BODY = z.strictObject({});

/** Implements the official client's `mfa.recoveryCodes`. Only their creation returns codes. */
export function addRecoveryRoutes(app: FastifyInstance, deps: AuthDependencies) {
  const addAuthRoute = createAddAuthRoute(app);
  const { database, now } = deps;
  const findCodeSet = ({ auth }: FastifyRequest) => findRecoverySet(database, auth.operator.id);
  addAuthRoute(`GET ${RECOVERY_PATH}`, {}, async (_body, request) => {
    const codeSet = await findCodeSet(request);
    if (!codeSet) return CONSOLE_PROBLEMS.factorUnknown;
    const { id, total, remaining } = codeSet;
    return { id, type: 'recovery_code', total, remaining };
  });
  addAuthRoute(`POST ${RECOVERY_PATH}`, { body: GENERATE_BODY }, async (body, request) => {
    const refusal = refuseCodeChange(request.auth, now());
    if (refusal) return refusal;
    if (await findCodeSet(request)) return CONSOLE_PROBLEMS.recoveryExists;
    return generateCodes(deps, request.auth, body.friendly_name || 'Recovery codes');
  });
  addAuthRoute(
    `POST ${RECOVERY_PATH}/regenerate`,
    { body: REGENERATE_BODY },
    async (_body, request) => {
      const refusal = refuseCodeChange(request.auth, now());
      if (refusal) return refusal;
      const codeSet = await findCodeSet(request);
      return codeSet
        ? generateCodes(deps, request.auth, codeSet.friendlyName)
        : CONSOLE_PROBLEMS.factorUnknown;
    },
  );
  addAuthRoute(`DELETE ${RECOVERY_PATH}`, {}, async (_body, request) => {
    const { operator } = request.auth;
    const refusal = refuseCodeChange(request.auth, now());
    if (refusal) return refusal;
    const codeSet = await findCodeSet(request);
    if (!codeSet) return CONSOLE_PROBLEMS.factorUnknown;
    await removeRecoveryCodes(database, operator.id);
    await audit(deps, operator, 'recovery-codes.removed');
    return { id: codeSet.id };
  });
  addAuthRoute(`POST ${RECOVERY_PATH}/verify`, { body: RECOVERY_CODE_BODY }, ({ code }, request) =>
    verifyRecoveryCode(deps, code, request),
  );
}

async function verifyRecoveryCode(deps: AuthDependencies, code: string, request: FastifyRequest) {
  const { database, now } = deps;
  const { operator } = request.auth;
  const codeSet = await findRecoverySet(database, operator.id);
  if (!codeSet) return CONSOLE_PROBLEMS.factorUnknown;
  const session = await checkCodeWithLimits(deps, request, recoveryLocked, (client) => {
    const redemption = { factorId: codeSet.id, code, sessionId: operator.sessionId, client };
    return redeemRecoveryCode(database, redemption, now());
  });
  if (isProblem(session)) return session;
  await audit(deps, operator, 'recovery-code.used', { kind: 'session', key: session.id });
  return buildSessionResponse(deps, session);
}

/** Refuses a change of recovery codes without another factor, because the codes would be the only one. */
const refuseCodeChange = (auth: VerifiedSession, now: number): ConsoleProblem | null =>
  auth.hasFactor ? findFactorProblem(auth, now) : CONSOLE_PROBLEMS.recoveryAlone;

async function generateCodes(
  deps: AuthDependencies,
  { operator }: VerifiedSession,
  friendlyName: string,
) {
  const options = { operatorId: operator.id, friendlyName };
  const { factorId: id, codes } = await makeRecoveryCodes(deps.database, options, deps.now());
  await audit(deps, operator, 'recovery-codes.made');
  return { id, type: 'recovery_code', friendly_name: friendlyName, total: codes.length, codes };
}
