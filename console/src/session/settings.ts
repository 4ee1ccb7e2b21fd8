import type { SignInSettings } from '@funil/contract/console/account';

/** Where operators sign in. */
export type SignInPlace = Pick<SignInSettings, 'auth_url' | 'api_key'>;

const KEY = 'funil-console-sign-in';
const OWN: SignInPlace = { auth_url: null, api_key: null };

/** Where operators signed in the last time; null where this browser never asked. */
export function settingsNow(): SignInPlace | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    // Not ours: asked anew.
    return null;
  }
}

async function ask(): Promise<SignInPlace | null> {
  try {
    const response = await fetch('/auth/v1/settings');
    if (!response.ok) return null;
    const { auth_url, api_key }: SignInSettings = await response.json();
    return { auth_url, api_key };
  } catch {
    // Without an answer, what was known stays.
    return null;
  }
}

const keep = (settings: SignInPlace) => localStorage.setItem(KEY, JSON.stringify(settings));

/** Asks again beside the work; a server that signs in elsewhere now gets a page that knows. */
async function confirm(kept: SignInPlace): Promise<void> {
  const asked = await ask();
  if (asked === null || JSON.stringify(asked) === JSON.stringify(kept)) return;
  keep(asked);
  window.location.reload();
}

/** Where operators sign in, as it was the last time: nobody waits for a question that was answered once. */
export async function readSettings(): Promise<SignInPlace> {
  const kept = settingsNow();
  if (kept !== null) {
    void confirm(kept);
    return kept;
  }
  const asked = await ask();
  if (asked !== null) keep(asked);
  return asked ?? OWN;
}
