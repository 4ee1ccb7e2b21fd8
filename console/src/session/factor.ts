import type { AuthError } from '@supabase/auth-js';
import { makeStore } from './store.ts';

/** Code of a request that the server refuses until the operator enters a code of the second factor again. */
export const FACTOR_NEEDED = 'reauthentication_needed';

const pendingProof = makeStore<PromiseWithResolvers<boolean> | null>(null);
export const useIsFactorRequested = (): boolean => pendingProof.useValue() !== null;

/** Asks the operator for a code, once for all waiting requests. @returns whether the code was verified */
export function requestFactor(): Promise<boolean> {
  const request = pendingProof.read() ?? Promise.withResolvers<boolean>();
  pendingProof.set(request);
  return request.promise;
}

/** Closes the dialog; the waiting requests are repeated if the code was verified, and fail otherwise. */
export function endFactorRequest(isVerified: boolean): void {
  pendingProof.read()?.resolve(isVerified);
  pendingProof.set(null);
}

/** Returns a name for a new authenticator app that no other one has. */
export const nameApp = (): string => `aplicativo ${new Date().toISOString()}`;

/** Calls auth-js, and repeats the call after the operator entered a code if the server requires one. */
export async function withFreshFactor<Result extends { readonly error: AuthError | null }>(
  callAuth: () => Promise<Result>,
): Promise<Result> {
  const result = await callAuth();
  if (result.error?.code !== FACTOR_NEEDED) return result;
  return (await requestFactor()) ? callAuth() : result;
}
