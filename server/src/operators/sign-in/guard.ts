import type { Role } from '@funil/contract/operators/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_PROBLEMS, isProblem, sendConsoleProblem } from '../../http/console-problem.ts';
import { hasBody } from '../../http/request-body.ts';
import { type Authenticate, isFactorFresh, type VerifiedSession } from './authenticate.ts';

export interface RouteAccess {
  readonly roles: readonly Role[];
  readonly needsFreshFactor?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests to routes without an access rule are refused. */
    readonly access?: RouteAccess;
  }
  interface FastifyRequest {
    /** Throws on routes without a guard. */
    readonly auth: VerifiedSession;
  }
}

/** Call this once, on the root app. */
export function decorateAuth(app: FastifyInstance) {
  app.decorateRequest('auth', {
    getter(this: FastifyRequest) {
      const auth = sessionsByRequest.get(this);
      if (!auth) throw new Error('This route is not behind a guard.');
      return auth;
    },
  });
}

const sessionsByRequest = new WeakMap<FastifyRequest, VerifiedSession>();

type AccessCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const accessChecksOf = new WeakMap<FastifyRequest, readonly AccessCheck[]>();

/** Repeats the route's checks. If one fails, sends its refusal and returns false. */
export async function readmitOrRefuse(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  for (const check of accessChecksOf.get(request) ?? []) {
    await check(request, reply);
    if (reply.sent) return false;
  }
  return true;
}

/**
 * Adds a check that runs before and after the body is read, because the operator may lose the right meanwhile. For
 * this reason, data routes also call {@link readmitOrRefuse} after a file has arrived, and before they respond.
 */
function addCheck(app: FastifyInstance, check: AccessCheck) {
  app.addHook('onRequest', async (request, reply) => {
    accessChecksOf.set(request, [...(accessChecksOf.get(request) ?? []), check]);
    return check(request, reply);
  });
  app.addHook('preHandler', async (request, reply) =>
    hasBody(request.raw) ? check(request, reply) : undefined,
  );
}

export function addTokenGuard(app: FastifyInstance, authenticate: Authenticate) {
  addCheck(app, async (request, reply) => {
    const auth = await authenticate(request);
    if (isProblem(auth)) return sendConsoleProblem(reply, auth);
    sessionsByRequest.set(request, auth);
  });
}

export function addOperatorGuard(
  app: FastifyInstance,
  authenticate: Authenticate,
  now: () => number,
) {
  addTokenGuard(app, authenticate);
  addCheck(app, async ({ auth, routeOptions }, reply) => {
    if (auth.aal !== 'aal2') {
      const { mfaRequired, mfaEnrollmentRequired } = CONSOLE_PROBLEMS;
      return sendConsoleProblem(reply, auth.hasFactor ? mfaRequired : mfaEnrollmentRequired);
    }
    const { access } = routeOptions.config;
    if (!access?.roles.includes(auth.operator.role)) {
      return sendConsoleProblem(reply, CONSOLE_PROBLEMS.forbidden);
    }
  });
  // The factor is not checked again after the change is made. If that check failed, the client would ask for a code and
  // send the change again.
  app.addHook('preHandler', async ({ auth, routeOptions: { config } }, reply) => {
    if (config.access?.needsFreshFactor && !isFactorFresh(auth, now())) {
      return sendConsoleProblem(reply, CONSOLE_PROBLEMS.reauthenticationNeeded);
    }
  });
}
