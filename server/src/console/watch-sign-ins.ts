import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A try to sign in, as metrics count it: who tried is nobody's business there. */
export interface SignInTry {
  readonly step: 'password' | 'totp' | 'recovery_code';
  /** `limited`: there were too many before. */
  readonly outcome: 'ok' | 'refused' | 'limited' | 'failed';
}

const STEPS: Readonly<Record<string, SignInTry['step']>> = {
  '/auth/v1/token': 'password',
  '/auth/v1/factors/:id/verify': 'totp',
  '/auth/v1/factors/recovery-codes/verify': 'recovery_code',
};

/** Tells of every try to sign in and what it came to. */
export function watchSignIns(app: FastifyInstance, onTry: (found: SignInTry) => void) {
  app.addHook('onResponse', async (request, { statusCode }) => {
    const step = STEPS[request.routeOptions.url ?? ''];
    if (step !== undefined && !isRenewal(request)) onTry({ step, outcome: outcomeOf(statusCode) });
  });
}

const isRenewal = ({ query }: FastifyRequest) =>
  (query as Record<string, unknown>).grant_type === 'refresh_token';

function outcomeOf(status: number): SignInTry['outcome'] {
  if (status === 200) return 'ok';
  if (status === 429) return 'limited';
  return status >= 500 ? 'failed' : 'refused';
}
