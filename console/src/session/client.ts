import type { SignInSettings } from '@funil/contract/console/account';
import { DEVICE_HEADER } from '@funil/contract/console/device';
import { AuthClient } from '@supabase/auth-js';

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

/** Where this browser keeps the token by which the sign-in recognizes it; signing out leaves it. */
const DEVICE_KEY = 'funil-console-device';

/** This browser's token for the sign-in; one for this page alone where nothing can be kept. */
export function readDevice(): string {
  try {
    const kept = localStorage.getItem(DEVICE_KEY);
    if (kept !== null) return kept;
    const made = makeDevice();
    localStorage.setItem(DEVICE_KEY, made);
    return made;
  } catch {
    // No storage: the device is recognized by its address only.
    return makeDevice();
  }
}

// Without crypto.randomUUID, which pages without TLS lack.
const makeDevice = () => [...crypto.getRandomValues(new Uint32Array(4))].map(toHex).join('');

const toHex = (number: number) => number.toString(16).padStart(8, '0');

/** Where operators sign in. */
type SignInPlace = Pick<SignInSettings, 'auth_url' | 'api_key'>;

const PLACE_KEY = 'funil-console-sign-in';
const OWN: SignInPlace = { auth_url: null, api_key: null };

/** Where operators signed in the last time; null if this browser never asked. */
function settingsNow(): SignInPlace | null {
  try {
    return JSON.parse(localStorage.getItem(PLACE_KEY) ?? 'null');
  } catch {
    // Not ours: asked anew.
    return null;
  }
}

async function askPlace(): Promise<SignInPlace | null> {
  try {
    const response = await fetch('/auth/v1/settings');
    if (!response.ok) return null;
    const { auth_url, api_key }: SignInSettings = await response.json();
    return { auth_url, api_key };
  } catch {
    // No answer: the known place stays.
    return null;
  }
}

const keepPlace = (settings: SignInPlace) =>
  localStorage.setItem(PLACE_KEY, JSON.stringify(settings));

/** Asks again in the background, and reloads the page if operators sign in elsewhere now. */
async function confirmPlace(kept: SignInPlace): Promise<void> {
  const asked = await askPlace();
  if (asked === null || JSON.stringify(asked) === JSON.stringify(kept)) return;
  keepPlace(asked);
  window.location.reload();
}

/** Returns where operators sign in: the answer of the last time, without waiting for a new one. */
async function readSettings(): Promise<SignInPlace> {
  const kept = settingsNow();
  if (kept !== null) {
    void confirmPlace(kept);
    return kept;
  }
  const asked = await askPlace();
  if (asked !== null) keepPlace(asked);
  return asked ?? OWN;
}
