import type { Role } from '@funil/contract/console/roles';
import type { ConsoleContext } from '@funil/contract/console/status';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useSignIn } from './session.ts';

/** What the whole console needs: the product's name, the hours to answer in, the operator. */
export const contextQuery = queryOptions({
  queryKey: ['context'],
  queryFn: ({ signal }) => call<ConsoleContext>('context', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The operator's role: the session's until the server has answered. */
export function useRole(): Role {
  const signIn = useSignIn();
  const { data } = useQuery(contextQuery);
  const kept = signIn.step === 'done' ? signIn.role : null;
  return data?.operator.role ?? kept ?? 'attendant';
}
