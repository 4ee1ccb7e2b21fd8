import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import {
  enrollTotp,
  makeTotpSecret,
  openChallenge,
  removeFactor,
  totpUri,
} from '../second-factors.ts';
import type { Bearer } from './authenticate.ts';
import { forBearer, forFactor } from './bearer-routes.ts';
import { refuseStaleFactor } from './fresh-factor.ts';
import { type AuthParts, audit } from './parts.ts';
import { factorName, readBody } from './read-body.ts';
import { verify } from './verify-factor.ts';

const DEFAULT_ISSUER = 'Funil';

const ENROLL = z.strictObject({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: factorName.optional(),
  issuer: factorName.optional(),
  phone: z.string().max(32).optional(),
});

const CHALLENGE = z.strictObject({
  // The official client says again what stands in the path.
  factorId: z.string().max(64).optional(),
  // A means of phones, which authenticator apps do without.
  channel: z.enum(['sms', 'whatsapp']).optional(),
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
      // The first code of a new factor adds it; the code of an old one is the proof that others ask for.
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
  // Otherwise a password, or a stolen token, would be enough to add a factor.
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
    // Without `#`, for the official client puts it behind `data:` as it is.
    totp: { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret, uri },
  });
}
