import { DEVICE_HEADER } from '@funil/contract/console/device';
import { AuthClient } from '@supabase/auth-js';
import { readDevice } from './device.ts';
import { readSettings, settingsNow } from './settings.ts';

export type Auth = InstanceType<typeof AuthClient>;

/** The key under which auth-js keeps the session in localStorage. */
const SESSION_KEY = 'funil-console-session';

let client: Promise<Auth> | undefined;

async function makeAuth(): Promise<Auth> {
  const { auth_url, api_key } = await readSettings();
  return new AuthClient({
    url: auth_url ?? `${window.location.origin}/auth/v1`,
    // A Supabase project would refuse a header that it does not know.
    ...(auth_url === null && { headers: { [DEVICE_HEADER]: readDevice() } }),
    ...(api_key !== null && { headers: { apikey: api_key } }),
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  });
}

/**
 * Sign-in by the protocol of Supabase Auth, at this server or a Supabase project. The session is in localStorage,
 * not in sessionStorage: a tab opened from a message's link is signed in, signing out in one tab signs out all, and a
 * script that could read the one could read the other; Content-Security-Policy and Trusted Types keep such a script
 * out. What a lost device holds ends at the server: sessions expire, and are ended in "Conta".
 */
export function loadAuth(): Promise<Auth> {
  client ??= makeAuth();
  return client;
}

/** Whether operators, passwords and recovery codes are this server's own. */
export const isOwnSignIn = (): boolean => (settingsNow()?.auth_url ?? null) === null;
