import type {
  AccountInvitation,
  AccountOperators,
  AccountSessions,
} from '@funil/contract/console/account';
import { ROLES } from '@funil/contract/console/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, PROBLEMS, sendProblem, weakPassword } from '../../http/console-problem.ts';
import {
  changeRole,
  findAccount,
  findAccountById,
  hasAccounts,
  listAccounts,
  type OwnersKept,
  removeAccount,
} from '../accounts.ts';
import { findLink, type Link, listLinks, makeLink, spendLink, voidFirstLinks } from '../links.ts';
import { endSessions, listSessions, openSession } from '../sessions.ts';
import { type AuthParts, audit, callerOf, email, password, readBody } from './auth-request.ts';
import { answerSession } from './session-answer.ts';

const SESSION = z.strictObject({ id: z.uuid() });

/**
 * `GET /account/sessions` answers the operator's own sessions ({@link AccountSessions}); `DELETE /account/sessions/:id` ends one
 * (204; 404 `not_found`).
 */
export function addAccountRoutes(app: FastifyInstance, parts: AuthParts) {
  const { database } = parts;
  const everyone = { config: { access: { role: 'attendant' } } } as const;
  app.get('/account/sessions', everyone, async ({ operator }): Promise<AccountSessions> => {
    const sessions = await listSessions(database, operator.id);
    return {
      items: sessions.map((session) => ({
        id: session.id,
        created_at: session.createdAt,
        refreshed_at: session.refreshedAt,
        aal: session.aal,
        user_agent: session.userAgent,
        address: session.address,
        is_current: session.id === operator.sessionId,
      })),
    };
  });
  app.delete('/account/sessions/:id', everyone, async ({ operator, params }, reply) => {
    const named = SESSION.safeParse(params);
    const mine = await listSessions(database, operator.id);
    const found = mine.find(({ id }) => id === named.data?.id);
    if (!found) return sendProblem(reply, PROBLEMS.notFound);
    await endSessions(database, { operatorId: operator.id, sessionId: found.id }, 'local');
    const subject = { kind: 'session', key: found.id };
    await audit(parts, { operator, action: 'session.ended', subject });
    return reply.code(204).send();
  });
}

const INVITE = z.strictObject({ email, role: z.enum(ROLES).optional() });
const CHANGE = z.strictObject({ role: z.enum(ROLES) });
const OPERATOR = z.strictObject({ id: z.uuid() });

/**
 * `GET /account/operators` answers all ({@link AccountOperators}); `POST` with `{email, role}` a one-time link's token ({@link
 * AccountInvitation}, 201; `attendant` by default), also to reset a password; `PATCH /account/operators/:id`
 * with `{role}` changes a role (204); `DELETE` removes another operator (204). 422 `last_owner`, `operator_exists`.
 */
export function addOperatorRoutes(app: FastifyInstance, parts: AuthParts) {
  const { database, now } = parts;
  const looks = { config: { access: { role: 'owner' } } } as const;
  const changes = { config: { access: { role: 'owner', needsFreshFactor: true } } } as const;
  app.get('/account/operators', looks, async ({ operator }): Promise<AccountOperators> => {
    const accounts = await listAccounts(database);
    const links = await listLinks(database, now());
    return {
      items: accounts.map((account) => ({
        id: account.id,
        email: account.email,
        role: account.role,
        created_at: account.createdAt,
        last_sign_in_at: account.lastSignInAt,
        has_factor: account.hasFactor,
        is_me: account.id === operator.id,
      })),
      invitations: links.flatMap((link) =>
        link.email === null
          ? []
          : [{ email: link.email, role: link.role, expires_at: link.expiresAt }],
      ),
    };
  });
  app.post('/account/operators', changes, async (request, reply) => {
    const body = readBody(INVITE, request, reply);
    if (!body) return reply;
    const present = await findAccount(database, body.email);
    // The link sets a password and keeps the role, so that it must not promise another role.
    if (present && present.role !== (body.role ?? present.role)) {
      return sendProblem(reply, PROBLEMS.operatorExists);
    }
    const role = present?.role ?? body.role ?? 'attendant';
    const link = { email: body.email, role, createdBy: request.operator.id };
    const token = await makeLink(database, link, now());
    const subject = { kind: 'operator', key: body.email };
    await audit(parts, { operator: request.operator, action: 'operator.invited', subject });
    const invitation: AccountInvitation = { email: body.email, token };
    return reply.code(201).send(invitation);
  });
  app.patch('/account/operators/:id', changes, async (request, reply) => {
    const found = await findNamed(parts, request.params);
    if (!found) return sendProblem(reply, PROBLEMS.notFound);
    const body = readBody(CHANGE, request, reply);
    if (!body) return reply;
    const outcome = await changeRole(database, { email: found.email, role: body.role });
    if (outcome !== 'done') return refuseOutcome(reply, outcome);
    const subject = { kind: 'operator', key: found.id };
    await audit(parts, { operator: request.operator, action: 'operator.role-changed', subject });
    return reply.code(204).send();
  });
  app.delete('/account/operators/:id', changes, async ({ operator, params }, reply) => {
    const found = await findNamed(parts, params);
    if (!found) return sendProblem(reply, PROBLEMS.notFound);
    // Prevents operators from locking themselves out by mistake; a command can remove them.
    if (found.id === operator.id) return sendProblem(reply, invalidField('id: it is your own'));
    const outcome = await removeAccount(database, found.email);
    if (outcome !== 'done') return refuseOutcome(reply, outcome);
    const subject = { kind: 'operator', key: found.id };
    await audit(parts, { operator, action: 'operator.removed', subject });
    return reply.code(204).send();
  });
}

async function findNamed({ database }: AuthParts, params: unknown) {
  const named = OPERATOR.safeParse(params);
  return named.success ? findAccountById(database, named.data.id) : null;
}

const refuseOutcome = (reply: FastifyReply, outcome: Exclude<OwnersKept, 'done'>) =>
  sendProblem(reply, outcome === 'last-owner' ? PROBLEMS.lastOwner : PROBLEMS.notFound);

const token = z.string().max(128);
const LOOK = z.strictObject({ token });
const ACCEPT = z.strictObject({ token, password, email: email.optional() });

/**
 * One-time links, an addition to Supabase Auth's protocol. `POST /invite/look` with `{token}` answers `{email, expires_at}`;
 * `email` is null on the first operator's link. `POST /invite` with `{token, password, email?}` creates the
 * operator, or sets a new password, and answers a session. 404 `invite_not_found`; 422 `weak_password`.
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
