import type { RouteAnswer } from '@funil/contract/console/data-routes';
import { SUMMARY_ROLES, SUMMARY_TIMES } from '@funil/contract/console/summary';
import { EVERYONE, OWNERS, ROLES } from '@funil/contract/operators/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CONSOLE_PROBLEMS, invalidField } from '../../http/console-problem.ts';
import {
  changeRole,
  changeSummary,
  findAccount,
  findAccountById,
  listAccounts,
  removeAccount,
} from '../accounts.ts';
import { listLinks, makeLink, removeLink } from '../links.ts';
import { endSessions, listSessions } from '../sessions.ts';
import { type AuthDependencies, addRoute, audit, email, readId } from './auth-request.ts';

export function addAccountRoutes(app: FastifyInstance, deps: AuthDependencies) {
  const { database } = deps;
  const allRoles = { access: { roles: EVERYONE } };
  addRoute(app, 'GET /account/sessions', allRoles, async (_body, { auth }) => {
    const sessions = await listSessions(database, auth.operator.id);
    return {
      items: sessions.map((session) => ({
        ...session,
        is_current: session.id === auth.operator.sessionId,
      })),
    } satisfies RouteAnswer<'GET account/sessions'>;
  });
  addRoute(app, 'DELETE /account/sessions/:id', allRoles, async (_body, request) => {
    const { operator } = request.auth;
    const sessions = await listSessions(database, operator.id);
    const session = sessions.find(({ id }) => id === readId(request));
    if (!session) return CONSOLE_PROBLEMS.notFound;
    await endSessions(database, { operatorId: operator.id, sessionId: session.id }, 'local');
    await audit(deps, operator, 'session.ended', { kind: 'session', key: session.id });
    return undefined;
  });
}

const SUMMARY_BODY = z.strictObject({ when: z.enum(SUMMARY_TIMES) });

export function addSummaryRoutes(app: FastifyInstance, { database }: AuthDependencies) {
  const rule = { access: { roles: SUMMARY_ROLES } };
  addRoute(app, 'GET /account/summary', rule, async (_body, { auth }) => {
    const account = await findAccountById(database, auth.operator.id);
    return { when: account?.summary ?? 'never' } satisfies RouteAnswer<'GET account/summary'>;
  });
  addRoute(
    app,
    'PUT /account/summary',
    { ...rule, body: SUMMARY_BODY },
    async ({ when }, { auth }) => {
      await changeSummary(database, auth.operator.id, when);
      return undefined;
    },
  );
}

const INVITE_BODY = z.strictObject({ email, role: z.enum(ROLES).optional() });
const WITHDRAW_BODY = z.strictObject({ email });
const ROLE_BODY = z.strictObject({ role: z.enum(ROLES) });

const ROLE_PROBLEMS = {
  'last-owner': CONSOLE_PROBLEMS.lastOwner,
  unknown: CONSOLE_PROBLEMS.notFound,
};

/**
 * Routes that list, invite, change and remove operators. For an existing operator, an invitation resets the password.
 */
export function addOperatorRoutes(app: FastifyInstance, deps: AuthDependencies) {
  const { database, now } = deps;
  const owners = { access: { roles: OWNERS } };
  const freshOwners = { access: { roles: OWNERS, needsFreshFactor: true } };
  const inviteRule = { ...freshOwners, body: INVITE_BODY };
  const withdrawRule = { ...freshOwners, body: WITHDRAW_BODY };
  const roleRule = { ...freshOwners, body: ROLE_BODY };
  const findOperator = (request: FastifyRequest) => {
    const id = readId(request);
    return id === null ? null : findAccountById(database, id);
  };
  addRoute(app, 'GET /account/operators', owners, async (_body, { auth }) => {
    const accounts = await listAccounts(database);
    const links = await listLinks(database, now());
    return {
      items: accounts.map((account) => ({ ...account, is_me: account.id === auth.operator.id })),
      invitations: links.flatMap(({ email, role, expiresAt }) =>
        email === null ? [] : [{ email, role, expires_at: expiresAt }],
      ),
    } satisfies RouteAnswer<'GET account/operators'>;
  });
  addRoute(app, 'POST /account/operators', inviteRule, async (body, { auth }, reply) => {
    const existing = await findAccount(database, body.email);
    // The link of an existing operator only sets the password.
    if (existing && existing.role !== (body.role ?? existing.role))
      return CONSOLE_PROBLEMS.operatorExists;
    const role = existing?.role ?? body.role ?? 'attendant';
    const link = { email: body.email, role, createdBy: auth.operator.id };
    const token = await makeLink(database, link, now());
    await audit(deps, auth.operator, 'operator.invited', { kind: 'operator', key: body.email });
    reply.code(201);
    return { email: body.email, token } satisfies RouteAnswer<'POST account/operators'>;
  });
  addRoute(app, 'DELETE /account/operators/invitations', withdrawRule, async (body, { auth }) => {
    if (!(await removeLink(database, body.email))) return CONSOLE_PROBLEMS.notFound;
    const subject = { kind: 'operator', key: body.email };
    await audit(deps, auth.operator, 'operator.uninvited', subject);
    return undefined;
  });
  addRoute(app, 'PATCH /account/operators/:id', roleRule, async ({ role }, request) => {
    const account = await findOperator(request);
    if (!account) return CONSOLE_PROBLEMS.notFound;
    const outcome = await changeRole(database, { email: account.email, role });
    if (outcome !== 'done') return ROLE_PROBLEMS[outcome];
    const subject = { kind: 'operator', key: account.id };
    await audit(deps, request.auth.operator, 'operator.role-changed', subject);
    return undefined;
  });
  addRoute(app, 'DELETE /account/operators/:id', freshOwners, async (_body, request) => {
    const { operator } = request.auth;
    const account = await findOperator(request);
    if (!account) return CONSOLE_PROBLEMS.notFound;
    // Operators must not lock themselves out; a command can remove them.
    if (account.id === operator.id) return invalidField('id: it is your own');
    const outcome = await removeAccount(database, account.email);
    if (outcome !== 'done') return ROLE_PROBLEMS[outcome];
    await audit(deps, operator, 'operator.removed', { kind: 'operator', key: account.id });
    return undefined;
  });
}
