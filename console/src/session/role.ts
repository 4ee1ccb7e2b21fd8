import type { Role } from '@funil/contract/console/roles';
import { useQuery } from '@tanstack/react-query';
import { contextQuery } from '../contacts/templates-query.ts';
import { useSignIn } from './session.ts';

/** What the operator may do, as far as it is known: the session's word until the server's is there. */
export function useRole(): Role {
  const signIn = useSignIn();
  const { data } = useQuery(contextQuery);
  const kept = signIn.step === 'done' ? signIn.role : null;
  return data?.operator.role ?? kept ?? 'attendant';
}
