import type { FastifyInstance } from 'fastify';

/** Contains no personal data. */
export interface SignInAttempt {
  readonly step: 'password' | 'totp' | 'recovery_code';
  /** `limited` means refused after too many attempts. */
  readonly outcome: 'ok' | 'refused' | 'limited' | 'failed';
}

const SIGN_IN_STEPS: Readonly<Record<string, SignInAttempt['step']>> = {
  '/auth/v1/token': 'password',
  '/auth/v1/factors/:id/verify': 'totp',
  '/auth/v1/factors/recovery-codes/verify': 'recovery_code',
};

export function watchSignIns(app: FastifyInstance, onAttempt: (attempt: SignInAttempt) => void) {
  app.addHook('onResponse', async ({ routeOptions, query }, { statusCode }) => {
    const step = SIGN_IN_STEPS[routeOptions.url ?? ''];
    const isRefresh = (query as Record<string, unknown>).grant_type === 'refresh_token';
    if (step !== undefined && !isRefresh) onAttempt({ step, outcome: toOutcome(statusCode) });
  });
}

function toOutcome(status: number): SignInAttempt['outcome'] {
  if (status === 200) return 'ok';
  if (status === 429) return 'limited';
  return status >= 500 ? 'failed' : 'refused';
}
