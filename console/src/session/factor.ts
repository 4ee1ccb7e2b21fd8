import type { AuthError } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';

export const FACTOR_NEEDED = 'reauthentication_needed';

let asked: PromiseWithResolvers<boolean> | null = null;
const listeners = new Set<() => void>();

function set(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks the operator for a code of the second factor, once for all who wait. @returns whether it was verified */
export function askForFactor(): Promise<boolean> {
  if (asked === null) set(Promise.withResolvers<boolean>());
  return asked?.promise ?? Promise.resolve(false);
}

/** Closes the question; what waited for it is repeated, or given up. */
export function endFactorQuestion(isVerified: boolean): void {
  asked?.resolve(isVerified);
  set(null);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFactorQuestion = (): boolean =>
  useSyncExternalStore(subscribe, () => asked !== null);

/** Calls the sign-in's client, once more if the server wants the second factor again and the operator gave it. */
export async function withFreshFactor<Result extends { readonly error: AuthError | null }>(
  attempt: () => Promise<Result>,
): Promise<Result> {
  const result = await attempt();
  if (result.error?.code !== FACTOR_NEEDED) return result;
  return (await askForFactor()) ? attempt() : result;
}
