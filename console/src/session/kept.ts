import { ROLES, type Role } from '@funil/contract/console/roles';
import type { Session } from '@supabase/auth-js';

/** Where auth-js keeps the session. */
export const SESSION_KEY = 'funil-console-session';

/** What of a session is looked at before auth-js has come. */
export type KeptSession = Pick<Session, 'access_token' | 'refresh_token' | 'expires_at' | 'user'>;

/** How long, in ms, a token must still be good for to be sent: auth-js renews it that long before. */
const MARGIN = 90_000;

/** The session that this browser keeps, or null. */
export function readKeptSession(): KeptSession | null {
  try {
    const kept = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null');
    return typeof kept?.access_token === 'string' && typeof kept.user?.id === 'string'
      ? kept
      : null;
  } catch {
    // Not ours: auth-js clears it away.
    return null;
  }
}

export const isFresh = ({ expires_at = 0 }: KeptSession): boolean =>
  expires_at * 1000 - Date.now() > MARGIN;

/** The operator's role as the session says it; null where a Supabase project made it. */
export const readKeptRole = ({ user }: Pick<Session, 'user'>): Role | null =>
  ROLES.find((known) => known === user.app_metadata?.role) ?? null;

/** Whether the token was given after the second factor; its signature is the server's business. */
export function isWhole({ access_token }: Pick<Session, 'access_token'>): boolean {
  const [, body = ''] = access_token.split('.');
  try {
    return JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))).aal === 'aal2';
  } catch {
    // No token of this kind: the sign-in begins anew.
    return false;
  }
}
