import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PROBLEMS, sendProblem } from '../problem.ts';
import { type Authenticate, authenticateRequest, type Operator } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; only routes behind the guard may ask. */
    readonly operator: Operator;
  }
}

/** Gives requests their `operator`; to be called once, on the app itself. */
export function decorateOperator(app: FastifyInstance) {
  app.decorateRequest('operator', {
    getter(this: FastifyRequest) {
      const operator = known.get(this);
      if (!operator) throw new Error('This route does not stand behind the guard.');
      return operator;
    },
  });
}

const known = new WeakMap<FastifyRequest, Operator>();

/**
 * Lets only operators with a second factor to the routes that are registered on `app` afterwards, and gives
 * them `request.operator`. Refused, as `{code, error_code, msg}`: 401 `no_authorization`, `bad_jwt`,
 * `session_not_found`; 403 `mfa_required` (there is a factor, and it was not shown),
 * `mfa_enrollment_required` (there is none yet).
 */
export function addGuard(app: FastifyInstance, authenticate: Authenticate) {
  app.addHook('onRequest', async (request, reply) => {
    const judged = await authenticateRequest(authenticate, request);
    if (!judged.ok) return sendProblem(reply, judged.problem);
    const { operator, aal, hasFactor } = judged.bearer;
    if (aal !== 'aal2') {
      return sendProblem(reply, hasFactor ? PROBLEMS.mfaRequired : PROBLEMS.mfaEnrollmentRequired);
    }
    known.set(request, operator);
  });
}
