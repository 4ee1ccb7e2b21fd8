import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AuthClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';

const COMMAND = join(import.meta.dirname, '../../server/src/commands/operator.ts');

/** Makes an operator as `npm run operator -- add` does. */
export async function addOperator(
  dataDir: string,
  email: string,
  password: string,
  role: 'owner' | 'manager' | 'attendant' = 'owner',
): Promise<void> {
  const words = ['add', email, '--papel', role, '--password-stdin'];
  const child = spawn(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, ENV_FILE: '', DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(password);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`operator add ended with ${code}`);
}

/** Signs in with password and a new authenticator, as the console's own client does. @returns its session */
export async function signIn(url: string, email: string, password: string) {
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    autoRefreshToken: false,
    persistSession: false,
    experimental: { recoveryCodes: true },
  });
  const entered = await auth.signInWithPassword({ email, password });
  if (entered.error) throw entered.error;
  const factor = await auth.mfa.enroll({ factorType: 'totp' });
  if (factor.error) throw factor.error;
  const code = new TOTP({ secret: Secret.fromBase32(factor.data.totp.secret) }).generate();
  const verified = await auth.mfa.challengeAndVerify({ factorId: factor.data.id, code });
  if (verified.error) throw verified.error;
  await auth.mfa.recoveryCodes.generate();
  return verified.data;
}
