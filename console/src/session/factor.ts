import type { AuthError } from '@supabase/auth-js';
import { makeStore } from './store.ts';

/** The error code with which the server asks for another code of the second factor before it allows a request. */
export const FACTOR_NEEDED = 'reauthentication_needed';

const pendingProof = makeStore<PromiseWithResolvers<boolean> | null>(null);
export const useIsFactorRequested = (): boolean => pendingProof.useValue() !== null;

/** Asks for a code of the second factor, once for all waiting requests. @returns whether the code was verified */
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

/** Returns a unique name for a new authenticator app, as auth-js requires. */
export const nameApp = (): string => `aplicativo ${new Date().toISOString()}`;

/** Calls auth-js, and repeats the call after the operator entered a code if the server requires one. */
export async function withFreshFactor<Result extends { readonly error: AuthError | null }>(
  callAuth: () => Promise<Result>,
): Promise<Result> {
  const result = await callAuth();
  if (result.error?.code !== FACTOR_NEEDED) return result;
  return (await requestFactor()) ? callAuth() : result;
}
