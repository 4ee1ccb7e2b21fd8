import type { FastifyReply } from 'fastify';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import { type Account, findAccountById } from '../accounts.ts';
import { listFactors } from '../second-factors.ts';
import type { Session } from '../sessions.ts';
import { signToken } from './access-token.ts';
import { toTokenAnswer, toUser } from './answers.ts';
import type { AuthParts } from './parts.ts';

/** Answers with a session and its operator: `{access_token, refresh_token, expires_in, expires_at, user}`. */
export async function answerSession(
  { database, keyring, now }: AuthParts,
  reply: FastifyReply,
  session: Session,
  account?: Account,
) {
  const owner = account ?? (await findAccountById(database, session.operatorId));
  if (!owner) return sendProblem(reply, PROBLEMS.refreshTokenUnknown);
  const factors = await listFactors(database, owner.id);
  const token = await signToken(keyring, session, owner.email, now());
  return reply.send(toTokenAnswer(token, session, toUser(owner, factors)));
}
