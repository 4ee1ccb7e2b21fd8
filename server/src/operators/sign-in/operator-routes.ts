import type { AccountInvitation, AccountOperators } from '@funil/contract/console/account';
import { ROLES } from '@funil/contract/console/roles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { invalidField, PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import {
  changeRole,
  findAccount,
  findAccountById,
  listAccounts,
  type OwnersKept,
  removeAccount,
} from '../accounts.ts';
import { listLinks, makeLink } from '../links.ts';
import { type AuthParts, audit } from './parts.ts';
import { email, readBody } from './read-body.ts';

const INVITE = z.strictObject({ email, role: z.enum(ROLES).optional() });
const CHANGE = z.strictObject({ role: z.enum(ROLES) });
const OPERATOR = z.strictObject({ id: z.uuid() });

/**
 * `GET /account/operators` answers all ({@link AccountOperators}); `POST` with `{email, role}` a one-time link's token ({@link
 * AccountInvitation}, 201; `attendant` if no role is named), also for one who forgot the password; `PATCH /account/operators/:id`
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
    // The link sets a password and leaves the role: to promise another one would be a lie.
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
    // Nobody locks himself out by a slip; a command can.
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
