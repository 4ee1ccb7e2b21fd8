import { PROBLEMS, type Problem } from '../../http/console-problem.ts';
import type { Bearer } from './authenticate.ts';

/** How long, in s, a verified second factor allows changes of operators, factors, recovery codes and secrets. */
const FRESH_FOR_S = 10 * 60;
/** How far, in s, the clock that recorded a verification may run ahead of this process's. */
const MAX_CLOCK_SKEW_S = 5;

/** Returns when a second factor was last verified, in s since 1970, by the claim `amr`; 0 if never. */
export const lastFactorAt = (
  amr: readonly { readonly method: string; readonly timestamp: number }[],
): number =>
  Math.max(
    0,
    ...amr
      .filter(({ method }) => method === 'totp' || method.startsWith('mfa/'))
      .map(({ timestamp }) => timestamp),
  );

/** Whether a second factor was verified within the last 10 minutes; a time in the future is not. */
export function isFactorFresh({ aal, factorAt }: Bearer, now: number): boolean {
  const age = now / 1000 - factorAt;
  return aal === 'aal2' && age >= -MAX_CLOCK_SKEW_S && age <= FRESH_FOR_S;
}

/** Returns why an operator may not change factors now; null if allowed, as for the very first factor. */
export function refuseStaleFactor(bearer: Bearer, now: number): Problem | null {
  if (!bearer.hasFactor) return null;
  if (bearer.aal !== 'aal2') return PROBLEMS.insufficientLevel;
  return isFactorFresh(bearer, now) ? null : PROBLEMS.reauthenticationNeeded;
}
