import type { RouteResponse } from '@funil/contract/console/data-routes';
import { SUMMARY_ROLES, SUMMARY_TIMES } from '@funil/contract/console/summary';
import { EVERYONE, OWNERS, ROLES } from '@funil/contract/operators/roles';
import * as z from 'zod/mini';
import {
  changeRole,
  changeSummary,
  findAccount,
  findAccountById,
  listAccounts,
  removeAccount,
} from '../../operators/accounts.ts';
import { listOperatorLinks, makeOperatorLink, withdrawInvitation } from '../../operators/links.ts';
import { endSessions, listSessions } from '../../operators/sessions.ts';
import { emailSchema } from '../../operators/sign-in/auth-request.ts';
import { notFound, RouteRefusal } from '../route-refusal.ts';
import { SENSITIVE_ACCESS } from './access.ts';
import type { AddRoute, RouteDependencies } from './data-route.ts';

const params = z.strictObject({ id: z.uuid() });

export function addAccountRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  addSessionRoutes(addRoute, deps);
  addSummaryRoutes(addRoute, deps);
  addOperatorRoutes(addRoute, deps);
}

function addSessionRoutes(addRoute: AddRoute, { database }: RouteDependencies) {
  addRoute('GET account/sessions', { roles: EVERYONE }, async ({ operator, reply }) => {
    const sessions = await listSessions(database, operator.id);
    const items = sessions.map((session) => ({
      ...session,
      is_current: session.id === operator.sessionId,
    }));
    // The route sends its response itself, because the masks of the role Tráfego would take some ids and network
    // addresses for phone numbers.
    return reply.send({ items } satisfies RouteResponse<'GET account/sessions'>);
  });
  addRoute('DELETE account/sessions/:id', { roles: EVERYONE, params }, async (call) => {
    const { operator } = call;
    const { id: sessionId } = call.params;
    const sessions = await listSessions(database, operator.id);
    if (!sessions.some(({ id }) => id === sessionId)) return notFound();
    await endSessions(database, { operatorId: operator.id, sessionId }, 'local');
    await call.audit('session.ended', { kind: 'session', key: sessionId });
    return undefined;
  });
}

const summarySchema = z.strictObject({ when: z.enum(SUMMARY_TIMES) });

function addSummaryRoutes(addRoute: AddRoute, { database }: RouteDependencies) {
  addRoute('GET account/summary', { roles: SUMMARY_ROLES }, async ({ operator }) => {
    const account = await findAccountById(database, operator.id);
    return { when: account?.summary ?? 'never' };
  });
  const summaryOptions = { roles: SUMMARY_ROLES, body: summarySchema };
  addRoute('PUT account/summary', summaryOptions, async ({ body, operator }) => {
    await changeSummary(database, operator.id, body.when);
    return undefined;
  });
}

const invitationSchema = z.strictObject({ email: emailSchema, role: z.optional(z.enum(ROLES)) });
const invitationWithdrawalSchema = z.strictObject({ email: emailSchema });
const roleSchema = z.strictObject({ role: z.enum(ROLES) });

const refuseChange = (outcome: 'last-owner' | 'unknown') =>
  outcome === 'unknown'
    ? notFound()
    : new RouteRefusal('invalid', 'É o único proprietário: antes, dê esse papel a mais alguém.');

/** For an existing operator, an invitation resets the password. */
function addOperatorRoutes(addRoute: AddRoute, { database, now }: RouteDependencies) {
  addRoute('GET account/operators', { roles: OWNERS }, async ({ operator }) => {
    const accounts = await listAccounts(database);
    const links = await listOperatorLinks(database, now());
    return {
      items: accounts.map((account) => ({ ...account, is_me: account.id === operator.id })),
      invitations: links.flatMap(({ email, role, expiresAt }) =>
        email === null ? [] : [{ email, role, expires_at: expiresAt }],
      ),
    };
  });
  const invitationOptions = { ...SENSITIVE_ACCESS, body: invitationSchema };
  addRoute(
    'POST account/operators',
    invitationOptions,
    async ({ body, operator, audit, reply }) => {
      const { email } = body;
      const account = await findAccount(database, email);
      const role = body.role ?? account?.role ?? 'attendant';
      // The link of an existing operator only sets the password.
      if (account && account.role !== role) {
        return new RouteRefusal(
          'invalid',
          'Quem tem este e-mail já é operador, com outro papel. Mude o papel na lista.',
        );
      }
      const token = await makeOperatorLink(
        database,
        { email, role, createdBy: operator.id },
        now(),
      );
      await audit('operator.invited', { kind: 'operator', key: email });
      reply.code(201);
      return { email, token };
    },
  );
  const withdrawalOptions = { ...SENSITIVE_ACCESS, body: invitationWithdrawalSchema };
  addRoute('DELETE account/operators/invitations', withdrawalOptions, async ({ body, audit }) => {
    if (!(await withdrawInvitation(database, body.email))) return notFound();
    await audit('operator.uninvited', { kind: 'operator', key: body.email });
    return undefined;
  });
  const roleOptions = { ...SENSITIVE_ACCESS, params, body: roleSchema };
  addRoute('PATCH account/operators/:id', roleOptions, async ({ params: { id }, body, audit }) => {
    const account = await findAccountById(database, id);
    if (!account) return notFound();
    const outcome = await changeRole(database, { email: account.email, role: body.role });
    if (outcome !== 'done') return refuseChange(outcome);
    await audit('operator.role-changed', { kind: 'operator', key: id });
    return undefined;
  });
  addRoute('DELETE account/operators/:id', { ...SENSITIVE_ACCESS, params }, async (call) => {
    const { id } = call.params;
    const account = await findAccountById(database, id);
    if (!account) return notFound();
    // Operators must not lock themselves out; a command can remove them.
    if (id === call.operator.id) {
      return new RouteRefusal(
        'invalid',
        'Ninguém remove a própria conta: outro proprietário a remove.',
      );
    }
    const outcome = await removeAccount(database, account.email);
    if (outcome !== 'done') return refuseChange(outcome);
    await call.audit('operator.removed', { kind: 'operator', key: id });
    return undefined;
  });
}
