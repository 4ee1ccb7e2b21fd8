import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, PROBLEMS, sendProblem, weakPassword } from '../../http/console-problem.ts';
import { hasAccounts } from '../accounts.ts';
import { findLink, type Link, spendLink, voidFirstLinks } from '../links.ts';
import { openSession } from '../sessions.ts';
import { answerSession } from './answer-session.ts';
import { type AuthParts, audit, callerOf } from './parts.ts';
import { email, password, readBody } from './read-body.ts';

const token = z.string().max(128);
const LOOK = z.strictObject({ token });
const ACCEPT = z.strictObject({ token, password, email: email.optional() });

/**
 * One-time links; not of Supabase Auth. `POST /invite/look` with `{token}` answers `{email, expires_at}`; `email` is
 * null on the first operator's link, who names it. `POST /invite` with `{token, password, email?}` makes the
 * operator, or gives him a new password, and answers a session. 404 `invite_not_found`; 422 `weak_password`.
 */
export function addInviteRoutes(app: FastifyInstance, parts: AuthParts) {
  app.post('/invite/look', async (request, reply) => {
    const body = readBody(LOOK, request, reply);
    if (!body) return reply;
    const link = await findOpenLink(parts, body.token);
    if (!link) return sendProblem(reply, PROBLEMS.linkUnknown);
    return reply.send({ email: link.email, expires_at: link.expiresAt });
  });
  app.post('/invite', (request, reply) => accept(parts, request, reply));
}

async function findOpenLink({ database, now }: AuthParts, found: string): Promise<Link | null> {
  const link = await findLink(database, found, now());
  const isVoid = link?.email === null && (await hasAccounts(database));
  return isVoid ? null : link;
}

async function accept(parts: AuthParts, request: FastifyRequest, reply: FastifyReply) {
  const body = readBody(ACCEPT, request, reply);
  if (!body) return reply;
  const { database, passwords, now } = parts;
  const link = await findOpenLink(parts, body.token);
  if (!link) return sendProblem(reply, PROBLEMS.linkUnknown);
  const owner = link.email ?? body.email;
  if (owner === undefined || (body.email ?? owner) !== owner) {
    return sendProblem(reply, invalidField('email: not the one of this link'));
  }
  const weakness = await parts.judgePassword(body.password, owner);
  if (weakness) return sendProblem(reply, weakPassword(weakness));
  const hashed = await passwords.hash(body.password);
  const caller = callerOf(request);
  const { role } = link;
  const spent = { token: body.token, email: owner, password: hashed, role, caller };
  const account = await spendLink(database, spent, now());
  if (!account) return sendProblem(reply, PROBLEMS.linkUnknown);
  await voidFirstLinks(database);
  await audit(parts, {
    operator: account,
    action: 'operator.joined',
    subject: { kind: 'operator', key: account.id },
  });
  const opened = { operatorId: account.id, method: 'invite', caller } as const;
  const session = await openSession(database, opened, now());
  return answerSession(parts, reply, session, account);
}
