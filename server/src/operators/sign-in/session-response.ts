import { CONSOLE_PROBLEMS, type ConsoleProblem } from '../../http/console-problem.ts';
import { type Account, findAccountById } from '../accounts.ts';
import { makeRefreshToken } from '../refresh-token.ts';
import { type Factor, listFactors } from '../second-factors.ts';
import type { Session } from '../sessions.ts';
import { makeAccessToken, TOKEN_LIFETIME_S } from './access-token.ts';
import type { AuthDependencies } from './auth-request.ts';

export async function buildSessionResponse(
  { database, keyring, serverKeys, now }: AuthDependencies,
  session: Session,
) {
  const account = await findAccountById(database, session.operator_id);
  if (!account) return CONSOLE_PROBLEMS.refreshTokenUnknown satisfies ConsoleProblem;
  const { token, expiresAt } = await makeAccessToken(keyring, session, account.email, now());
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: TOKEN_LIFETIME_S,
    expires_at: expiresAt,
    refresh_token: makeRefreshToken(session, serverKeys),
    user: toUser(account, await listFactors(database, account.id)),
  };
}

export const toUser = (account: Account, factors: readonly Factor[]) => ({
  id: account.id,
  aud: 'authenticated',
  role: 'authenticated',
  email: account.email,
  email_confirmed_at: account.created_at,
  confirmed_at: account.created_at,
  last_sign_in_at: account.last_sign_in_at ?? account.created_at,
  phone: '',
  app_metadata: { provider: 'email', providers: ['email'], role: account.role },
  user_metadata: {},
  identities: [],
  factors,
  created_at: account.created_at,
  updated_at: account.last_sign_in_at ?? account.created_at,
  is_anonymous: false,
});
