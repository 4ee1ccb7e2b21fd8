import type { AccountInvitation, AccountOperators } from '@funil/contract/console/account';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listAccounts, removeAccount } from '../../records/operators/accounts.ts';
import { listLinks, makeLink } from '../../records/operators/links.ts';
import { invalidField, PROBLEMS, sendProblem } from '../problem.ts';
import { type AuthParts, audit } from './parts.ts';
import { email, readBody } from './read-body.ts';

const INVITE = z.strictObject({ email });
const OPERATOR = z.strictObject({ id: z.uuid() });

/**
 * `GET /account/operators` answers all ({@link AccountOperators}); `POST` with `{email}` a one-time link's token ({@link
 * AccountInvitation}, 201), also for one who forgot his password; `DELETE /account/operators/:id` removes another (204).
 */
export function addOperatorRoutes(app: FastifyInstance, parts: AuthParts) {
  const { database, now } = parts;
  app.get('/account/operators', async ({ operator }): Promise<AccountOperators> => {
    const accounts = await listAccounts(database);
    const links = await listLinks(database, now());
    return {
      items: accounts.map((account) => ({
        id: account.id,
        email: account.email,
        created_at: account.createdAt,
        last_sign_in_at: account.lastSignInAt,
        has_factor: account.hasFactor,
        is_me: account.id === operator.id,
      })),
      invitations: links.flatMap((link) =>
        link.email === null ? [] : [{ email: link.email, expires_at: link.expiresAt }],
      ),
    };
  });
  app.post('/account/operators', async (request, reply) => {
    const body = readBody(INVITE, request, reply);
    if (!body) return reply;
    const token = await makeLink(database, body.email, now(), request.operator.id);
    const subject = { kind: 'operator', key: body.email };
    await audit(parts, { operator: request.operator, action: 'operator.invited', subject });
    const invitation: AccountInvitation = { email: body.email, token };
    return reply.code(201).send(invitation);
  });
  app.delete('/account/operators/:id', async ({ operator, params }, reply) => {
    const named = OPERATOR.safeParse(params);
    const accounts = await listAccounts(database);
    const found = accounts.find(({ id }) => id === named.data?.id);
    if (!found) return sendProblem(reply, PROBLEMS.notFound);
    // Nobody locks himself out by a slip; a command can.
    if (found.id === operator.id) return sendProblem(reply, invalidField('id: it is your own'));
    await removeAccount(database, found.email);
    const subject = { kind: 'operator', key: found.id };
    await audit(parts, { operator, action: 'operator.removed', subject });
    return reply.code(204).send();
  });
}
