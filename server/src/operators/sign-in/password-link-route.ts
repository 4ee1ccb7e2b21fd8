import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tooManyAttempts } from '../../http/console-problem.ts';
import { findAccount } from '../accounts.ts';
import { addAccountAlert } from '../alerts.ts';
import { countAttempt, passwordLinkLimits } from '../attempts.ts';
import {
  type AuthParts,
  audit,
  clientExtras,
  createHandler,
  email,
  readClientInfo,
} from './auth-request.ts';

const RECOVER = z.strictObject({
  email,
  // Fields that the official client adds.
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
  ...clientExtras,
});

/**
 * `POST /recover` with `{email}`: `{}`. An operator with this address gets an e-mail with a one-time link, which sets a
 * password; the second factor stays. An unknown address gets the same response in the same time. 429
 * `over_request_rate_limit` with `Retry-After`.
 */
export function addPasswordLinkRoute(app: FastifyInstance, parts: AuthParts) {
  const { database, now } = parts;
  app.post(
    '/recover',
    createHandler(RECOVER, async ({ email: address }, request, reply) => {
      const client = readClientInfo(request);
      const limits = await passwordLinkLimits(database, client, { email: address, now: now() });
      const wait = await countAttempt(database, limits, now());
      if (wait > 0) return tooManyAttempts(wait);
      // After the response, whose time would otherwise reveal which accounts exist.
      reply.raw.once('finish', () => void queuePasswordLink(parts, request, address));
      return {};
    }),
  );
}

async function queuePasswordLink(parts: AuthParts, request: FastifyRequest, address: string) {
  const { database, now } = parts;
  try {
    const account = await findAccount(database, address);
    if (!account) return;
    const alert = {
      operatorId: account.id,
      kind: 'link',
      client: readClientInfo(request),
    } as const;
    await database
      .transaction()
      .execute((transaction) => addAccountAlert(transaction, alert, now()));
    await audit(parts, account, 'password.forgotten');
  } catch (error) {
    request.log.error({ err: error }, 'a link for a forgotten password was not queued');
  }
}
