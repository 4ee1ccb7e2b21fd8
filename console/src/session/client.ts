import { DEVICE_HEADER } from '@funil/contract/operators/account';
import { AuthClient } from '@supabase/auth-js';

type Auth = InstanceType<typeof AuthClient>;

let client: Auth | undefined;

/**
 * Speaks the protocol of Supabase Auth to this server. The session is in localStorage, so that a tab opened from a
 * message's link is signed in, and signing out in one tab signs out all. Content-Security-Policy and Trusted Types keep
 * out scripts that could read the session. A session on a lost device expires, or is ended in "Conta".
 */
export async function loadAuth(): Promise<Auth> {
  client ??= new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    headers: { [DEVICE_HEADER]: readDeviceId() },
    storageKey: 'funil-console-session',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  });
  return client;
}

const DEVICE_KEY = 'funil-console-device';

/** A random id by which the sign-in recognizes this browser. Signing out keeps the id. */
export function readDeviceId(): string {
  const storedId = localStorage.getItem(DEVICE_KEY);
  if (storedId !== null) return storedId;
  // Pages without TLS lack crypto.randomUUID.
  const newId = crypto.getRandomValues(new Uint32Array(4)).join('-');
  localStorage.setItem(DEVICE_KEY, newId);
  return newId;
}
