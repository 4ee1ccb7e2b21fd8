import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../problem.ts';
import { authenticateRequest, type Bearer } from './authenticate.ts';
import type { AuthParts } from './parts.ts';

type Handle = (
  call: { bearer: Bearer; request: FastifyRequest; reply: FastifyReply },
  parts: AuthParts,
) => unknown;

/** A handler for whoever is signed in, with a second factor or without. */
export const forBearer =
  (parts: AuthParts, handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
    const judged = await authenticateRequest(parts.authenticate, request);
    if (!judged.ok) return sendProblem(reply, judged.problem);
    return handle({ bearer: judged.bearer, request, reply }, parts);
  };
