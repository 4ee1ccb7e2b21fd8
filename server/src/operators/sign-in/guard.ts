import type { Role } from '@funil/contract/operators/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_PROBLEMS, isProblem, sendConsoleProblem } from '../../http/console-problem.ts';
import { hasBody } from '../../http/request-body.ts';
import { type Authenticate, type Authentication, isFactorFresh } from './authenticate.ts';

export interface Access {
  readonly roles: readonly Role[];
  readonly needsFreshFactor?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests to routes without an access rule are refused. */
    readonly access?: Access;
  }
  interface FastifyRequest {
    /** Throws on routes without a guard. */
    readonly auth: Authentication;
  }
}

/** Call this once, on the root app. */
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

type AccessCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const checksOf = new WeakMap<FastifyRequest, readonly AccessCheck[]>();

/** Repeats the checks. Returns false if the operator has lost the right; the refusal is sent then. */
export async function isStillAdmitted(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  for (const check of checksOf.get(request) ?? []) {
    await check(request, reply);
    if (reply.sent) return false;
  }
  return true;
}

/**
 * Adds a check, which also runs after the body is read, because the operator may lose the right meanwhile. Data routes
 * repeat the checks after a file has arrived, and before their response.
 */
function addCheck(app: FastifyInstance, check: AccessCheck) {
  app.addHook('onRequest', async (request, reply) => {
    checksOf.set(request, [...(checksOf.get(request) ?? []), check]);
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
    authentications.set(request, auth);
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
  // The factor is checked only once, because after the change the client would ask for a code and make the change
  // again.
  app.addHook('preHandler', async ({ auth, routeOptions: { config } }, reply) => {
    if (config.access?.needsFreshFactor && !isFactorFresh(auth, now())) {
      return sendConsoleProblem(reply, CONSOLE_PROBLEMS.reauthenticationNeeded);
    }
  });
}
