import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AuthClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';

const COMMAND = join(import.meta.dirname, '../../server/src/commands/operator.ts');

/** The password of every operator in tests. */
export const PASSWORD = 'girassol no telhado';

/** Waits until the console's server answers: it starts after the page's server. */
export async function waitForConsole(url: string): Promise<void> {
  const hasStarted = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await hasStarted())) await setTimeout(100);
}

/** Adds an operator with `npm run operator -- add`. */
export async function addOperator(
  dataDir: string,
  email: string,
  role: 'owner' | 'manager' | 'attendant' = 'owner',
): Promise<void> {
  const args = [COMMAND, 'add', email, '--papel', role, '--password-stdin'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ENV_FILE: '', DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(PASSWORD);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`operator add ended with ${code}`);
}

/** Signs in with the password and a new authenticator app. @returns the session, and the app's secret */
export async function signIn(url: string, email: string) {
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    autoRefreshToken: false,
    persistSession: false,
    experimental: { recoveryCodes: true },
  });
  const passwordStep = await auth.signInWithPassword({ email, password: PASSWORD });
  if (passwordStep.error) throw passwordStep.error;
  const factor = await auth.mfa.enroll({ factorType: 'totp' });
  if (factor.error) throw factor.error;
  const code = new TOTP({ secret: Secret.fromBase32(factor.data.totp.secret) }).generate();
  const codeStep = await auth.mfa.challengeAndVerify({ factorId: factor.data.id, code });
  if (codeStep.error) throw codeStep.error;
  await auth.mfa.recoveryCodes.generate();
  return { ...codeStep.data, totpSecret: factor.data.totp.secret };
}
