import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A sign-in attempt as metrics count it, without the person. */
export interface SignInAttempt {
  readonly step: 'password' | 'totp' | 'recovery_code';
  /** `limited`: refused after too many attempts. */
  readonly outcome: 'ok' | 'refused' | 'limited' | 'failed';
}

const STEPS: Readonly<Record<string, SignInAttempt['step']>> = {
  '/auth/v1/token': 'password',
  '/auth/v1/factors/:id/verify': 'totp',
  '/auth/v1/factors/recovery-codes/verify': 'recovery_code',
};

/** Calls `onAttempt` after every sign-in attempt. */
export function watchSignIns(app: FastifyInstance, onAttempt: (found: SignInAttempt) => void) {
  app.addHook('onResponse', async (request, { statusCode }) => {
    const step = STEPS[request.routeOptions.url ?? ''];
    if (step !== undefined && !isRenewal(request))
      onAttempt({ step, outcome: outcomeOf(statusCode) });
  });
}

const isRenewal = ({ query }: FastifyRequest) =>
  (query as Record<string, unknown>).grant_type === 'refresh_token';

function outcomeOf(status: number): SignInAttempt['outcome'] {
  if (status === 200) return 'ok';
  if (status === 429) return 'limited';
  return status >= 500 ? 'failed' : 'refused';
}
