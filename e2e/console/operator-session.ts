import { setTimeout } from 'node:timers/promises';
import type { Role } from '@funil/contract/operators/roles';
import { createAccountOrSetPassword } from '@funil/server/operators/accounts';
import { createPasswords } from '@funil/server/operators/passwords';
import { openDatabase } from '@funil/server/store/open-database';
import { AuthClient } from '@supabase/auth-js';
import { totpCode } from '../../testkit/totp.ts';

/** The password of every operator in tests. */
export const PASSWORD = 'girassol no telhado';

/** Waits until the console's server answers, because it starts after the page's server. */
export async function waitForConsole(url: string): Promise<void> {
  const hasStarted = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await hasStarted())) await setTimeout(100);
}

/** Adds an operator with the password of tests, as `npm run operator -- add` does. */
export async function addOperator(
  dataDir: string,
  email: string,
  role: Role = 'owner',
): Promise<void> {
  await using database = await openDatabase({ databaseUrl: null, dataDir }, 'write');
  const passwordHash = await createPasswords().hash(PASSWORD);
  await createAccountOrSetPassword(
    database,
    { email, passwordHash, role, client: null },
    Date.now(),
  );
}

const createAuthClient = (url: string) =>
  new AuthClient({ url: `${url}/auth/v1`, autoRefreshToken: false, persistSession: false });

interface AuthenticatorApp {
  readonly factorId: string;
  readonly secret: string;
}

/** Enters the app's present code. @returns the session as auth-js stores it, and the app with this code */
async function verifyCode(
  auth: InstanceType<typeof AuthClient>,
  { factorId, secret }: AuthenticatorApp,
) {
  const usedCode = totpCode(secret);
  const { data, error } = await auth.mfa.challengeAndVerify({ factorId, code: usedCode });
  if (error) throw error;
  const expires_at = Math.floor(Date.now() / 1000) + data.expires_in;
  return { ...data, expires_at, app: { factorId, secret, usedCode } };
}

export type OperatorSession = Awaited<ReturnType<typeof verifyCode>>;

/** Signs in with the password and a new authenticator app. */
export async function signIn(url: string, email: string): Promise<OperatorSession> {
  const auth = createAuthClient(url);
  const passwordStep = await auth.signInWithPassword({ email, password: PASSWORD });
  if (passwordStep.error) throw passwordStep.error;
  const factor = await auth.mfa.enroll({ factorType: 'totp' });
  if (factor.error) throw factor.error;
  return verifyCode(auth, { factorId: factor.data.id, secret: factor.data.totp.secret });
}

/**
 * Renews the token, which expires after 15 minutes, and the second factor, which must be at most ten minutes old for
 * some changes. A code works only once, so that the session stays the same during the code's 30 seconds.
 */
export async function renewSession(
  url: string,
  session: OperatorSession,
): Promise<OperatorSession> {
  if (session.app.usedCode === totpCode(session.app.secret)) return session;
  const auth = createAuthClient(url);
  const { error } = await auth.refreshSession(session);
  if (error) throw error;
  return verifyCode(auth, session.app);
}
