import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CONSOLE_PROBLEMS,
  type ConsoleProblem,
  isProblem,
  sendConsoleProblem,
  weakPassword,
} from '../../http/console-problem.ts';
import { type Account, changePassword, findAccount, findAccountById } from '../accounts.ts';
import { signInLimits } from '../attempts.ts';
import { listFactors } from '../second-factors.ts';
import { endSessions, openSession, refreshSession } from '../sessions.ts';
import {
  type AuthDependencies,
  audit,
  checkSecretWithLimits,
  createAddAuthRoute,
  createHandler,
  emailSchema,
  passwordSchema,
  readClientInfo,
  supabaseClientFields,
} from './auth-request.ts';
import { isFactorFresh } from './authenticate.ts';
import { buildSessionResponse, toUser } from './session-response.ts';

const PASSWORD_GRANT = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  ...supabaseClientFields,
});
const REFRESH_GRANT = z.strictObject({
  refresh_token: z.string().max(512),
  ...supabaseClientFields,
});

export function addTokenRoute(app: FastifyInstance, deps: AuthDependencies) {
  const byPassword = createHandler(PASSWORD_GRANT, (body, request) => signIn(deps, body, request));
  const byRefreshToken = createHandler(REFRESH_GRANT, (body, request) =>
    refresh(deps, body, request),
  );
  app.post('/token', (request, reply) => {
    const { grant_type: grant } = request.query as Record<string, unknown>;
    if (grant === 'password') return byPassword(request, reply);
    if (grant === 'refresh_token') return byRefreshToken(request, reply);
    return sendConsoleProblem(reply, CONSOLE_PROBLEMS.unsupportedGrant);
  });
}

async function signIn(
  deps: AuthDependencies,
  body: z.infer<typeof PASSWORD_GRANT>,
  request: FastifyRequest,
) {
  const { database, passwords, now } = deps;
  const account = await findAccount(database, body.email);
  const client = readClientInfo(request);
  const signedIn = await checkSecretWithLimits(deps, request, {
    // An unknown account must take the same time.
    check: async () =>
      (await passwords.verify(body.password, account?.password ?? null)) ? account : null,
    attemptLimits: await signInLimits(database, client, { email: body.email, now: now() }),
    wrongSecret: CONSOLE_PROBLEMS.invalidCredentials,
    auditedRefusal: { operator: account, step: 'password' },
  });
  if (isProblem(signedIn)) return signedIn;
  const newSession = { operatorId: signedIn.id, method: 'password', client } as const;
  const session = await openSession(database, newSession, now());
  await audit(deps, signedIn, 'session.opened', { kind: 'session', key: session.id });
  return buildSessionResponse(deps, session);
}

async function refresh(
  deps: AuthDependencies,
  body: z.infer<typeof REFRESH_GRANT>,
  request: FastifyRequest,
) {
  const { database, serverKeys, now } = deps;
  const token = body.refresh_token;
  const client = readClientInfo(request);
  const refreshed = await refreshSession(database, { token, serverKeys, client }, now());
  if (refreshed.ok) return buildSessionResponse(deps, refreshed.session);
  switch (refreshed.reason) {
    case 'unknown':
      return CONSOLE_PROBLEMS.refreshTokenUnknown;
    case 'expired':
      return CONSOLE_PROBLEMS.sessionExpired;
    case 'reused':
      await audit(deps, null, 'session.reused', { kind: 'operator', key: refreshed.operatorId });
      return CONSOLE_PROBLEMS.refreshTokenUsed;
  }
}

const PASSWORD_BODY = z.strictObject({
  password: passwordSchema,
  current_password: passwordSchema.optional(),
  // The official client sends a nonce, which is ignored.
  nonce: z.string().max(128).optional(),
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
});

const SIGN_OUT_SCOPE = z.enum(['global', 'local', 'others']).default('global');

/**
 * `PUT /user` needs no `current_password` within 10 minutes of the second factor. A session without
 * the operator's second factor can end only itself by `POST /logout`.
 */
export function addUserRoutes(app: FastifyInstance, deps: AuthDependencies) {
  const addAuthRoute = createAddAuthRoute(app);
  const { database } = deps;
  const readUser = async (account: Account) =>
    toUser(account, await listFactors(database, account.id));
  addAuthRoute('GET /user', {}, async (_body, { auth }) => {
    const account = await findAccountById(database, auth.operator.id);
    return account ? readUser(account) : CONSOLE_PROBLEMS.sessionEnded;
  });
  addAuthRoute('PUT /user', { body: PASSWORD_BODY }, async (body, request) => {
    const account = await findAccountById(database, request.auth.operator.id);
    if (!account) return CONSOLE_PROBLEMS.sessionEnded;
    return (await updatePassword(deps, request, account, body)) ?? readUser(account);
  });
  addAuthRoute('POST /logout', {}, async (_body, { auth, query }) => {
    const scope = SIGN_OUT_SCOPE.safeParse((query as Record<string, unknown>).scope);
    if (!scope.success) return CONSOLE_PROBLEMS.malformed;
    const { operator } = auth;
    const { id: operatorId, sessionId } = operator;
    // A stolen password must not end the operator's other sessions.
    const isWithoutFactor = auth.hasFactor && auth.aal !== 'aal2';
    if (isWithoutFactor && scope.data === 'others') return CONSOLE_PROBLEMS.insufficientLevel;
    const endedScope = isWithoutFactor ? 'local' : scope.data;
    await endSessions(database, { operatorId, sessionId }, endedScope);
    await audit(deps, operator, 'session.ended', {
      kind: 'session',
      key: endedScope === 'local' ? sessionId : endedScope,
    });
    return undefined;
  });
}

async function updatePassword(
  deps: AuthDependencies,
  request: FastifyRequest,
  account: Account,
  body: z.infer<typeof PASSWORD_BODY>,
): Promise<ConsoleProblem | null> {
  const { database, passwords, now } = deps;
  const { operator } = request.auth;
  const refusal = await requireProof(deps, request, account, body.current_password);
  if (refusal) return refusal;
  const weakness = await deps.judgePassword(body.password, account.email);
  if (weakness) return weakPassword(weakness);
  if (await passwords.verify(body.password, account.password)) return CONSOLE_PROBLEMS.samePassword;
  const change = {
    operatorId: operator.id,
    sessionId: operator.sessionId,
    passwordHash: await passwords.hash(body.password),
  };
  await changePassword(database, change, now());
  await audit(deps, operator, 'password.changed');
  return null;
}

async function requireProof(
  deps: AuthDependencies,
  request: FastifyRequest,
  account: Account,
  currentPassword: string | undefined,
): Promise<ConsoleProblem | null> {
  const { database, passwords, now } = deps;
  const { auth } = request;
  if (auth.hasFactor && auth.aal !== 'aal2') return CONSOLE_PROBLEMS.insufficientLevel;
  if (currentPassword === undefined) {
    return isFactorFresh(auth, now()) ? null : CONSOLE_PROBLEMS.reauthenticationNeeded;
  }
  const email = account.email;
  const client = readClientInfo(request);
  const proved = await checkSecretWithLimits(deps, request, {
    check: async () =>
      (await passwords.verify(currentPassword, account.password)) ? account : null,
    attemptLimits: await signInLimits(database, client, { email, now: now() }),
    wrongSecret: CONSOLE_PROBLEMS.invalidCredentials,
    auditedRefusal: null,
  });
  return isProblem(proved) ? proved : null;
}
