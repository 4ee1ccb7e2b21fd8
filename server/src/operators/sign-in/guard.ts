import { includesRole, type Role } from '@funil/contract/console/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import {
  type Authenticate,
  authenticateRequest,
  isFactorFresh,
  type Operator,
} from './authenticate.ts';

/** The access rule of a route behind the guard. */
export interface Access {
  /** The lowest role that may use it. */
  readonly role: Role;
  /** Whether a second factor must have been verified within 10 minutes. */
  readonly needsFreshFactor?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The guard refuses every request to a route without an access rule. */
    readonly access?: Access;
  }
  interface FastifyRequest {
    /** The signed-in operator; throws outside the guard. */
    readonly operator: Operator;
  }
}

/** Adds `operator` to requests. Call it once, on the root app. */
export function decorateOperator(app: FastifyInstance) {
  app.decorateRequest('operator', {
    getter(this: FastifyRequest) {
      const operator = known.get(this);
      if (!operator) throw new Error('This route is not behind the guard.');
      return operator;
    },
  });
}

const known = new WeakMap<FastifyRequest, Operator>();

/**
 * Admits only operators with a verified second factor to the routes of `app`, and sets `request.operator`.
 * Refuses with 401 `no_authorization`, `bad_jwt`, `session_not_found`, `reauthentication_needed`; 403 `mfa_required` (the
 * operator has a factor, but the session did not verify it), `mfa_enrollment_required` (no factor yet), `forbidden` (role).
 */
export function addGuard(app: FastifyInstance, authenticate: Authenticate, now: () => number) {
  app.addHook('onRequest', async (request, reply) => {
    const judged = await authenticateRequest(authenticate, request);
    if (!judged.ok) return sendProblem(reply, judged.problem);
    const { operator, aal, hasFactor } = judged.bearer;
    if (aal !== 'aal2') {
      return sendProblem(reply, hasFactor ? PROBLEMS.mfaRequired : PROBLEMS.mfaEnrollmentRequired);
    }
    const { access } = request.routeOptions.config;
    if (!access || !includesRole(operator.role, access.role)) {
      return sendProblem(reply, PROBLEMS.forbidden);
    }
    if (access.needsFreshFactor && !isFactorFresh(judged.bearer, now())) {
      return sendProblem(reply, PROBLEMS.reauthenticationNeeded);
    }
    known.set(request, operator);
  });
}
