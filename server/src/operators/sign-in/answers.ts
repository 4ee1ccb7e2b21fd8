import type { Account } from '../accounts.ts';
import type { Factor } from '../second-factors.ts';
import type { Session } from '../sessions.ts';
import { type AccessToken, TOKEN_LIFE } from './access-token.ts';

/** An operator as Supabase Auth's clients know a user. */
export function toUser(account: Account, factors: readonly Factor[]) {
  return {
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email,
    email_confirmed_at: account.createdAt,
    confirmed_at: account.createdAt,
    last_sign_in_at: account.lastSignInAt ?? account.createdAt,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'], role: account.role },
    user_metadata: {},
    identities: [],
    factors: factors.map(toFactor),
    created_at: account.createdAt,
    updated_at: account.lastSignInAt ?? account.createdAt,
    is_anonymous: false,
  };
}

const toFactor = (factor: Factor) => ({
  id: factor.id,
  friendly_name: factor.friendlyName,
  factor_type: factor.type,
  status: factor.status,
  created_at: factor.createdAt,
  updated_at: factor.updatedAt,
});

/** A session as Supabase Auth's clients keep it. */
export const toTokenAnswer = (
  { token, expiresAt }: AccessToken,
  { refreshToken }: Session,
  user: ReturnType<typeof toUser>,
) => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: TOKEN_LIFE,
  expires_at: expiresAt,
  refresh_token: refreshToken,
  user,
});
