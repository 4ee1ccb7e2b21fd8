import { AuthClient } from '@supabase/auth-js';
import { readSettings, settingsNow } from './settings.ts';

/**
 * Sign-in by the protocol of Supabase Auth. The session is in localStorage, not in sessionStorage: a
 * tab opened from a message's link is signed in, signing out in one tab signs out all, and a script
 * that could read the one could read the other; Content-Security-Policy and Trusted Types keep such a
 * script out. What a lost device holds ends at the server: sessions expire, and are ended in "Conta".
 */
export let auth: InstanceType<typeof AuthClient>;

/** Makes the client for where operators sign in: this server, or a Supabase project. */
export async function prepareAuth(): Promise<void> {
  const { auth_url, api_key } = await readSettings();
  auth = new AuthClient({
    url: auth_url ?? `${window.location.origin}/auth/v1`,
    ...(api_key !== null && { headers: { apikey: api_key } }),
    storageKey: 'funil-console-session',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  });
}

/** Whether operators, passwords and recovery codes are this server's own. */
export const isOwnSignIn = (): boolean => settingsNow().auth_url === null;
