import type { FastifyReply } from 'fastify';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import { type Account, findAccountById } from '../accounts.ts';
import { type Factor, listFactors } from '../second-factors.ts';
import type { Session } from '../sessions.ts';
import { signToken, TOKEN_LIFETIME_S } from './access-token.ts';
import type { AuthParts } from './auth-request.ts';

/** Answers with a session and its operator, as Supabase Auth's clients store them. */
export async function answerSession(
  { database, keyring, now }: AuthParts,
  reply: FastifyReply,
  session: Session,
  account?: Account,
) {
  const owner = account ?? (await findAccountById(database, session.operatorId));
  if (!owner) return sendProblem(reply, PROBLEMS.refreshTokenUnknown);
  const factors = await listFactors(database, owner.id);
  const { token, expiresAt } = await signToken(keyring, session, owner.email, now());
  return reply.send({
    access_token: token,
    token_type: 'bearer',
    expires_in: TOKEN_LIFETIME_S,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: toUser(owner, factors),
  });
}

/** Returns an operator in the form of Supabase Auth's user. */
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
