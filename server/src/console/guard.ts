import { includesRole, type Role } from '@funil/contract/console/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Authenticate,
  authenticateRequest,
  type Operator,
} from '../operators/sign-in/authenticate.ts';
import { isFactorFresh } from '../operators/sign-in/fresh-factor.ts';
import { PROBLEMS, sendProblem } from './problem.ts';

/** What a route behind the guard asks of operators. */
export interface Access {
  /** The least role that may use it. */
  readonly role: Role;
  /** Whether a second factor must have been verified within 10 minutes. */
  readonly needsFreshFactor?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route behind the guard that names none is refused to everybody. */
    readonly access?: Access;
  }
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
 * `mfa_enrollment_required` (there is none yet), `forbidden` (the role may not use the route); 401 `reauthentication_needed`.
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
