import type { AuthError } from '@supabase/auth-js';
import { makeStore } from '../make-store.ts';

/** Error code of a request that needs a fresh code of the second factor. */
export const FACTOR_NEEDED = 'reauthentication_needed';

const pendingProof = makeStore<PromiseWithResolvers<boolean> | null>(null);
export const useIsFactorRequested = (): boolean => pendingProof.useValue() !== null;

/** Asks once for all waiting requests. @returns whether a code was verified */
export function requestFactor(): Promise<boolean> {
  const request = pendingProof.read() ?? Promise.withResolvers<boolean>();
  pendingProof.set(request);
  return request.promise;
}

/** Closes the dialog. If a code was verified, the waiting requests are repeated; otherwise they fail. */
export function endFactorRequest(isVerified: boolean): void {
  pendingProof.read()?.resolve(isVerified);
  pendingProof.set(null);
}

/** auth-js requires a unique name. */
export const makeAuthenticatorName = (): string => `aplicativo ${new Date().toISOString()}`;

/** Calls auth-js again after the operator entered a code, if the server requires one. */
export async function withFreshFactor<Result extends { readonly error: AuthError | null }>(
  callAuth: () => Promise<Result>,
): Promise<Result> {
  const result = await callAuth();
  if (result.error?.code !== FACTOR_NEEDED) return result;
  return (await requestFactor()) ? callAuth() : result;
}
