import { AuthClient } from '@supabase/auth-js';

/**
 * Sign-in by the protocol of Supabase Auth. The session is in localStorage, not in sessionStorage: a
 * tab opened from a message's link is signed in, signing out in one tab signs out all, and a script
 * that could read the one could read the other; Content-Security-Policy and Trusted Types keep such a
 * script out. What a lost device holds ends at the server: sessions expire, and are ended in "Conta".
 */
export const auth = new AuthClient({
  url: `${window.location.origin}/auth/v1`,
  storageKey: 'funil-console-session',
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: false,
  experimental: { recoveryCodes: true },
});
