import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CONSOLE_PROBLEMS,
  invalidField,
  tooManyAttempts,
  weakPassword,
} from '../../http/console-problem.ts';
import { findAccount, hasAccounts } from '../accounts.ts';
import { addAccountAlert } from '../alerts.ts';
import { countAttempt, passwordLinkLimits } from '../attempts.ts';
import { findLink, type OperatorLink, redeemLink, removeFirstOperatorLinks } from '../links.ts';
import { openSession } from '../sessions.ts';
import {
  type AuthDependencies,
  audit,
  createAddAuthRoute,
  emailSchema,
  passwordSchema,
  readClientInfo,
  supabaseClientFields,
} from './auth-request.ts';
import { buildSessionResponse } from './session-response.ts';

const token = z.string().max(128);
const LINK_BODY = z.strictObject({ token });
const ACCEPT_BODY = z.strictObject({
  token,
  password: passwordSchema,
  email: emailSchema.optional(),
});

/** Supabase Auth has no one-time links. `email` is null on the first operator's link. */
export function addOneTimeLinkRoutes(app: FastifyInstance, deps: AuthDependencies) {
  const addAuthRoute = createAddAuthRoute(app);
  addAuthRoute('POST /invite/look', { body: LINK_BODY }, async (body) => {
    const link = await findOpenLink(deps, body.token);
    return link ? { email: link.email, expires_at: link.expiresAt } : CONSOLE_PROBLEMS.linkUnknown;
  });
  addAuthRoute('POST /invite', { body: ACCEPT_BODY }, (body, request) =>
    acceptLink(deps, body, request),
  );
}

async function findOpenLink(
  { database, now }: AuthDependencies,
  text: string,
): Promise<OperatorLink | null> {
  const link = await findLink(database, text, now());
  const isForFirstOperator = link?.email === null;
  return isForFirstOperator && (await hasAccounts(database)) ? null : link;
}

async function acceptLink(
  deps: AuthDependencies,
  body: z.infer<typeof ACCEPT_BODY>,
  request: FastifyRequest,
) {
  const { database, passwords, now } = deps;
  const link = await findOpenLink(deps, body.token);
  if (!link) return CONSOLE_PROBLEMS.linkUnknown;
  const address = link.email ?? body.email;
  if (address === undefined || (body.email ?? address) !== address) {
    return invalidField('email: not the one of this link');
  }
  const weakness = await deps.judgePassword(body.password, address);
  if (weakness) return weakPassword(weakness);
  const passwordHash = await passwords.hash(body.password);
  const client = readClientInfo(request);
  const isKnown = (await findAccount(database, address)) !== null;
  const redemption = { token: body.token, email: address, passwordHash, client };
  const account = await redeemLink(database, redemption, now());
  if (!account) return CONSOLE_PROBLEMS.linkUnknown;
  await removeFirstOperatorLinks(database);
  const action = isKnown ? 'password.renewed' : 'operator.joined';
  await audit(deps, account, action, { kind: 'operator', key: account.id });
  const newSession = { operatorId: account.id, method: 'invite', client } as const;
  return buildSessionResponse(deps, await openSession(database, newSession, now()));
}

const PASSWORD_LINK_BODY = z.strictObject({
  email: emailSchema,
  // The official client adds these fields.
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
  ...supabaseClientFields,
});

/** A new password keeps the second factor. An unknown address gets the same response in the same time. */
export function addPasswordLinkRoute(app: FastifyInstance, deps: AuthDependencies) {
  const addAuthRoute = createAddAuthRoute(app);
  const { database, now } = deps;
  addAuthRoute(
    'POST /recover',
    { body: PASSWORD_LINK_BODY },
    async ({ email: address }, request, reply) => {
      const client = readClientInfo(request);
      const limits = await passwordLinkLimits(database, client, { email: address, now: now() });
      const waitS = await countAttempt(database, limits, now());
      if (waitS > 0) return tooManyAttempts(waitS);
      // The e-mail is queued after the response, because the response's time would reveal which accounts exist.
      reply.raw.once('finish', () => void queuePasswordLink(deps, request, address));
      return {};
    },
  );
}

async function queuePasswordLink(deps: AuthDependencies, request: FastifyRequest, address: string) {
  const { database, now } = deps;
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
    await audit(deps, account, 'password.forgotten');
  } catch (error) {
    request.log.error({ err: error }, 'a link for a forgotten password was not queued');
  }
}
