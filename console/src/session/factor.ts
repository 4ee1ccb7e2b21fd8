import type { AuthError } from '@supabase/auth-js';
import { makeStore } from '../parts/store.ts';

export const FACTOR_NEEDED = 'reauthentication_needed';

const question = makeStore<PromiseWithResolvers<boolean> | null>(null);
export const useFactorQuestion = (): boolean => question.useValue() !== null;

/** Asks the operator for a code of the second factor, once for all requests that wait. @returns whether it was verified */
export function askForFactor(): Promise<boolean> {
  const asked = question.read() ?? Promise.withResolvers<boolean>();
  question.set(asked);
  return asked.promise;
}

/** Closes the question; the requests that waited for it are repeated, or given up. */
export function endFactorQuestion(isVerified: boolean): void {
  question.read()?.resolve(isVerified);
  question.set(null);
}

/** Calls the sign-in's client, once more if the server wants the second factor again and the operator gave it. */
export async function withFreshFactor<Result extends { readonly error: AuthError | null }>(
  attempt: () => Promise<Result>,
): Promise<Result> {
  const result = await attempt();
  if (result.error?.code !== FACTOR_NEEDED) return result;
  return (await askForFactor()) ? attempt() : result;
}
