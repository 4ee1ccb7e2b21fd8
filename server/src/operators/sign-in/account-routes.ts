import type { AccountSessions } from '@funil/contract/console/account';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import { endSessions, listSessions } from '../sessions.ts';
import { type AuthParts, audit } from './parts.ts';

const SESSION = z.strictObject({ id: z.uuid() });

/**
 * `GET /account/sessions` answers the operator's own ({@link AccountSessions}); `DELETE /account/sessions/:id` ends one
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
