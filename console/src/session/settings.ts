import type { SignInSettings } from '@funil/contract/console/account';

type Settings = Pick<SignInSettings, 'auth_url' | 'api_key'>;

const KEY = 'funil-console-sign-in';
const OWN: Settings = { auth_url: null, api_key: null };

let now: Settings = OWN;

function readKept(): Settings | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    // Not ours: asked anew.
    return null;
  }
}

async function ask(): Promise<Settings | null> {
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

const keep = (settings: Settings) => localStorage.setItem(KEY, JSON.stringify(settings));

/** Asks again beside the work; a server that signs in elsewhere now gets a page that knows. */
async function confirm(kept: Settings): Promise<void> {
  const asked = await ask();
  if (asked === null || JSON.stringify(asked) === JSON.stringify(kept)) return;
  keep(asked);
  window.location.reload();
}

/** Where operators sign in, as it was the last time: the first view does not wait for a question. */
export async function readSettings(): Promise<Settings> {
  const kept = readKept();
  if (kept !== null) {
    void confirm(kept);
    now = kept;
    return kept;
  }
  const asked = await ask();
  if (asked !== null) keep(asked);
  now = asked ?? OWN;
  return now;
}

export const settingsNow = (): Settings => now;
