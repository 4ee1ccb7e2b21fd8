import type { Answer } from '@funil/contract/console/data-routes';
import { EVERYONE, OWNERS, ROLES } from '@funil/contract/console/roles';
import { SUMMARY_ROLES, SUMMARY_TIMES } from '@funil/contract/console/summary';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, PROBLEMS } from '../../http/console-problem.ts';
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
import { ANY_BODY, type AuthParts, audit, createHandler, email, readId } from './auth-request.ts';

/** `GET /account/sessions`: the operator's own sessions; `DELETE /account/sessions/:id` ends one (204; 404 `not_found`). */
export function addAccountRoutes(app: FastifyInstance, parts: AuthParts) {
  const { database } = parts;
  const allRoles = { config: { access: { roles: EVERYONE } } };
  app.get(
    '/account/sessions',
    allRoles,
    async ({ auth }): Promise<Answer<'GET account/sessions'>> => {
      const sessions = await listSessions(database, auth.operator.id);
      return {
        items: sessions.map((session) => ({
          ...session,
          is_current: session.id === auth.operator.sessionId,
        })),
      };
    },
  );
  app.delete(
    '/account/sessions/:id',
    allRoles,
    createHandler(ANY_BODY, async (_body, request) => {
      const { operator } = request.auth;
      const sessions = await listSessions(database, operator.id);
      const found = sessions.find(({ id }) => id === readId(request));
      if (!found) return PROBLEMS.notFound;
      await endSessions(database, { operatorId: operator.id, sessionId: found.id }, 'local');
      await audit(parts, operator, 'session.ended', { kind: 'session', key: found.id });
      return undefined;
    }),
  );
}

const SUMMARY = z.strictObject({ when: z.enum(SUMMARY_TIMES) });

/** `GET /account/summary`: when the operator gets the morning's summary by e-mail, `{when}`. `PUT` changes it (204). */
export function addSummaryRoutes(app: FastifyInstance, { database }: AuthParts) {
  const access = { config: { access: { roles: SUMMARY_ROLES } } };
  app.get('/account/summary', access, async ({ auth }): Promise<Answer<'GET account/summary'>> => {
    const account = await findAccountById(database, auth.operator.id);
    return { when: account?.summary ?? 'never' };
  });
  app.put(
    '/account/summary',
    access,
    createHandler(SUMMARY, async ({ when }, { auth }) => {
      await changeSummary(database, auth.operator.id, when);
      return undefined;
    }),
  );
}

const INVITE = z.strictObject({ email, role: z.enum(ROLES).optional() });
const WITHDRAW = z.strictObject({ email });
const CHANGE = z.strictObject({ role: z.enum(ROLES) });

const ROLE_PROBLEMS = { 'last-owner': PROBLEMS.lastOwner, unknown: PROBLEMS.notFound };

/**
 * `GET /account/operators`: all operators. `POST` with `{email, role}`: a one-time link's token (201; `attendant` by default),
 * also to reset a password. `DELETE /account/operators/invitations` with `{email}` withdraws it (204). `PATCH /account/operators/:id` with `{role}` changes a role (204). `DELETE` removes another
 * operator (204). 422 `last_owner`, `operator_exists`.
 */
export function addOperatorRoutes(app: FastifyInstance, parts: AuthParts) {
  const { database, now } = parts;
  const owners = { config: { access: { roles: OWNERS } } };
  const freshOwners = { config: { access: { roles: OWNERS, needsFreshFactor: true } } };
  const findOperator = (request: FastifyRequest) => {
    const id = readId(request);
    return id === null ? null : findAccountById(database, id);
  };
  app.get(
    '/account/operators',
    owners,
    async ({ auth }): Promise<Answer<'GET account/operators'>> => {
      const accounts = await listAccounts(database);
      const links = await listLinks(database, now());
      return {
        items: accounts.map((account) => ({ ...account, is_me: account.id === auth.operator.id })),
        invitations: links.flatMap(({ email, role, expiresAt }) =>
          email === null ? [] : [{ email, role, expires_at: expiresAt }],
        ),
      };
    },
  );
  app.post(
    '/account/operators',
    freshOwners,
    createHandler(INVITE, async (body, { auth }, reply) => {
      const present = await findAccount(database, body.email);
      // A link sets the password of an existing operator, and keeps the role.
      if (present && present.role !== (body.role ?? present.role)) return PROBLEMS.operatorExists;
      const role = present?.role ?? body.role ?? 'attendant';
      const link = { email: body.email, role, createdBy: auth.operator.id };
      const token = await makeLink(database, link, now());
      await audit(parts, auth.operator, 'operator.invited', { kind: 'operator', key: body.email });
      reply.code(201);
      return { email: body.email, token } satisfies Answer<'POST account/operators'>;
    }),
  );
  app.delete(
    '/account/operators/invitations',
    freshOwners,
    createHandler(WITHDRAW, async (body, { auth }) => {
      if (!(await removeLink(database, body.email))) return PROBLEMS.notFound;
      await audit(parts, auth.operator, 'operator.uninvited', {
        kind: 'operator',
        key: body.email,
      });
      return undefined;
    }),
  );
  app.patch(
    '/account/operators/:id',
    freshOwners,
    createHandler(CHANGE, async ({ role }, request) => {
      const found = await findOperator(request);
      if (!found) return PROBLEMS.notFound;
      const outcome = await changeRole(database, { email: found.email, role });
      if (outcome !== 'done') return ROLE_PROBLEMS[outcome];
      await audit(parts, request.auth.operator, 'operator.role-changed', {
        kind: 'operator',
        key: found.id,
      });
      return undefined;
    }),
  );
  app.delete(
    '/account/operators/:id',
    freshOwners,
    createHandler(ANY_BODY, async (_body, request) => {
      const { operator } = request.auth;
      const found = await findOperator(request);
      if (!found) return PROBLEMS.notFound;
      // Prevents operators from locking themselves out by mistake; a command can remove them.
      if (found.id === operator.id) return invalidField('id: it is your own');
      const outcome = await removeAccount(database, found.email);
      if (outcome !== 'done') return ROLE_PROBLEMS[outcome];
      await audit(parts, operator, 'operator.removed', { kind: 'operator', key: found.id });
      return undefined;
    }),
  );
}
