import type { Role } from '@funil/contract/operators/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { routeQuery } from './api.ts';
import { useSignIn } from './session/session.ts';

export const consoleContextQuery = queryOptions({
  ...routeQuery('GET context', ['context'], []),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the operator's role; until the server has answered, the role in the session. */
export function useRole(): Role {
  const signIn = useSignIn();
  const { data } = useQuery(consoleContextQuery);
  return data?.operator.role ?? (signIn.step === 'done' ? signIn.role : 'attendant');
}
