import { type KeptSession, SESSION_KEY } from '../session/kept.ts';
import type { SignInPlace } from '../session/settings.ts';

/**
 * Renews a kept session whose token ran out, as auth-js would do it once it is there. A tab that asks at the same
 * time gets the same answer: servers tell a refresh token's successor again for ten seconds.
 * @returns null where the server refused or was not reached: auth-js finds out what that means
 */
export async function renewKept(
  { refresh_token }: KeptSession,
  { auth_url, api_key }: SignInPlace,
): Promise<KeptSession | null> {
  const address = `${auth_url ?? '/auth/v1'}/token?grant_type=refresh_token`;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        ...(api_key !== null && { apikey: api_key }),
      },
      body: JSON.stringify({ refresh_token }),
    });
    if (!response.ok) return null;
    const renewed = await response.json();
    renewed.expires_at ??= Math.floor(Date.now() / 1000) + renewed.expires_in;
    localStorage.setItem(SESSION_KEY, JSON.stringify(renewed));
    return renewed;
  } catch {
    return null;
  }
}
