import { setTimeout } from 'node:timers/promises';
import { setPassword } from '@funil/server/operators/accounts';
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
  role: 'owner' | 'manager' | 'attendant' = 'owner',
): Promise<void> {
  await using database = await openDatabase({ databaseUrl: null, dataDir }, 'write');
  const passwordHash = await createPasswords().hash(PASSWORD);
  await setPassword(database, { email, passwordHash, role, client: null }, Date.now());
}

/** Signs in with the password and a new authenticator app. @returns the session, and the app's secret */
export async function signIn(url: string, email: string) {
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    autoRefreshToken: false,
    persistSession: false,
  });
  const passwordStep = await auth.signInWithPassword({ email, password: PASSWORD });
  if (passwordStep.error) throw passwordStep.error;
  const factor = await auth.mfa.enroll({ factorType: 'totp' });
  if (factor.error) throw factor.error;
  const code = totpCode(factor.data.totp.secret);
  const codeStep = await auth.mfa.challengeAndVerify({ factorId: factor.data.id, code });
  if (codeStep.error) throw codeStep.error;
  return { ...codeStep.data, totpSecret: factor.data.totp.secret };
}
