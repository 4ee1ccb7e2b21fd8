import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import { type FoundFactor, findFactor } from '../second-factors.ts';
import { authenticateRequest, type Bearer } from './authenticate.ts';
import type { AuthParts } from './parts.ts';

interface BearerCall {
  readonly bearer: Bearer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handle = (call: BearerCall, parts: AuthParts) => unknown;

/** A handler for whoever is signed in, with a second factor or without. */
export const forBearer =
  (parts: AuthParts, handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
    const judged = await authenticateRequest(parts.authenticate, request);
    if (!judged.ok) return sendProblem(reply, judged.problem);
    return handle({ bearer: judged.bearer, request, reply }, parts);
  };

const PATH = z.object({ id: z.uuid() });

export interface FactorCall extends BearerCall {
  readonly factor: FoundFactor;
}

/** A handler for a factor, named in the path as `:id`, of whoever is signed in. */
export const forFactor = (parts: AuthParts, handle: (call: FactorCall) => unknown) =>
  forBearer(parts, async (call) => {
    const path = PATH.safeParse(call.request.params);
    const { id } = call.bearer.operator;
    const factor = path.success ? await findFactor(parts.database, id, path.data.id) : null;
    if (!factor) return sendProblem(call.reply, PROBLEMS.factorUnknown);
    return handle({ ...call, factor });
  });
