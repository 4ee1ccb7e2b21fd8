import type { Role } from '@funil/contract/console/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_PROBLEMS, isProblem, sendProblem } from '../../http/console-problem.ts';
import { hasBody } from '../../http/request-body.ts';
import { type Authenticate, type Authentication, isFactorFresh } from './authenticate.ts';

/** The access rule of a route behind the guard. */
export interface Access {
  readonly roles: readonly Role[];
  /** Whether a second factor must have been verified within 10 minutes. */
  readonly needsFreshFactor?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The guard refuses every request to a route without an access rule. */
    readonly access?: Access;
  }
  interface FastifyRequest {
    /** The request's identity; throws on routes without a guard. */
    readonly auth: Authentication;
  }
}

/** Adds `auth` to requests. Call it once, on the root app. */
export function decorateAuth(app: FastifyInstance) {
  app.decorateRequest('auth', {
    getter(this: FastifyRequest) {
      const auth = authentications.get(this);
      if (!auth) throw new Error('This route is not behind a guard.');
      return auth;
    },
  });
}

const authentications = new WeakMap<FastifyRequest, Authentication>();

/**
 * Checks each request before its body is read, and again afterwards, because the operator may lose the right while the
 * body arrives.
 */
function addCheck(
  app: FastifyInstance,
  check: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.addHook('onRequest', check);
  app.addHook('preHandler', async (request, reply) =>
    hasBody(request.raw) ? check(request, reply) : undefined,
  );
}

/**
 * Admits only requests with a valid access token to the routes of `app`, and sets `request.auth`.
 * Refuses with 401 `no_authorization`, `bad_jwt`, `session_not_found`.
 */
export function addTokenGuard(app: FastifyInstance, authenticate: Authenticate) {
  addCheck(app, async (request, reply) => {
    const auth = await authenticate(request);
    if (isProblem(auth)) return sendProblem(reply, auth);
    authentications.set(request, auth);
  });
}

/**
 * Admits only operators with a verified second factor and the route's role to the routes of `app`. Refuses, beyond
 * {@link addTokenGuard}, with 401 `reauthentication_needed`; 403 `mfa_required` (the operator has a factor, but the
 * session did not verify it), `mfa_enrollment_required` (no factor yet), `forbidden` (role).
 */
export function addOperatorGuard(
  app: FastifyInstance,
  authenticate: Authenticate,
  now: () => number,
) {
  addTokenGuard(app, authenticate);
  addCheck(app, async ({ auth, routeOptions }, reply) => {
    if (auth.aal !== 'aal2') {
      const { mfaRequired, mfaEnrollmentRequired } = CONSOLE_PROBLEMS;
      return sendProblem(reply, auth.hasFactor ? mfaRequired : mfaEnrollmentRequired);
    }
    const { access } = routeOptions.config;
    if (!access?.roles.includes(auth.operator.role)) {
      return sendProblem(reply, CONSOLE_PROBLEMS.forbidden);
    }
    if (access.needsFreshFactor && !isFactorFresh(auth, now())) {
      return sendProblem(reply, CONSOLE_PROBLEMS.reauthenticationNeeded);
    }
  });
}
