import type { SignInSettings } from '@funil/contract/console/account';
import { DEVICE_HEADER } from '@funil/contract/console/device';
import { AuthClient } from '@supabase/auth-js';

type Auth = InstanceType<typeof AuthClient>;

let client: Promise<Auth> | undefined;

/**
 * Returns the client for the sign-in, which speaks the protocol of Supabase Auth to this server or to a Supabase
 * project. The session is in localStorage, not in sessionStorage: a tab opened from a message's link is signed in, and
 * signing out in one tab signs out all. A script that can read one can read the other; Content-Security-Policy and
 * Trusted Types keep such a script out. Sessions on a lost device expire, or are ended in "Conta".
 */
export function loadAuth(): Promise<Auth> {
  client ??= createAuth();
  return client;
}

async function createAuth(): Promise<Auth> {
  const { auth_url, api_key } = await readSettings();
  return new AuthClient({
    url: auth_url ?? `${window.location.origin}/auth/v1`,
    // A Supabase project refuses unknown headers.
    ...(auth_url === null && { headers: { [DEVICE_HEADER]: readDeviceId() } }),
    ...(api_key !== null && { headers: { apikey: api_key } }),
    storageKey: 'funil-console-session',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  });
}

const DEVICE_KEY = 'funil-console-device';

/** Returns the random id by which the sign-in recognizes this browser; signing out keeps it. */
export function readDeviceId(): string {
  const stored = localStorage.getItem(DEVICE_KEY);
  if (stored !== null) return stored;
  // Not crypto.randomUUID, which pages without TLS lack.
  const created = crypto.getRandomValues(new Uint32Array(4)).join('-');
  localStorage.setItem(DEVICE_KEY, created);
  return created;
}

type Settings = Pick<SignInSettings, 'auth_url' | 'api_key'>;

const SETTINGS_KEY = 'funil-console-sign-in';

/** Returns the settings of the last visit; null before the first. */
function readStoredSettings(): Settings | null {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? 'null');
  } catch {
    // Not JSON: the server is asked.
    return null;
  }
}

/** Whether this server, not a Supabase project, has the operators, passwords and recovery codes. */
export const isOwnSignIn = (): boolean => (readStoredSettings()?.auth_url ?? null) === null;

/** Fetches and stores the settings, and reloads the page if they differ from the stored ones. @returns null without a response */
async function fetchSettings(stored: Settings | null): Promise<Settings | null> {
  try {
    const response = await fetch('/auth/v1/settings');
    if (!response.ok) return null;
    const { auth_url, api_key }: SignInSettings = await response.json();
    const settings = { auth_url, api_key };
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings));
    const isChanged = JSON.stringify(settings) !== JSON.stringify(stored);
    if (stored !== null && isChanged) window.location.reload();
    return settings;
  } catch {
    // No connection: the stored settings stay.
    return null;
  }
}

/** Returns the stored settings, without waiting for the new ones. */
async function readSettings(): Promise<Settings> {
  const stored = readStoredSettings();
  const fetched = fetchSettings(stored);
  return stored ?? (await fetched) ?? { auth_url: null, api_key: null };
}
