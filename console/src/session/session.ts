import { ROLES, type Role } from '@funil/contract/console/roles';
import type { Session } from '@supabase/auth-js';
import { makeStore } from '../parts/store.ts';
import { loadAuth } from './client.ts';

/** How far this browser's operator is signed in, and what is missing. */
export type SignIn =
  | { readonly step: 'loading' }
  | { readonly step: 'password'; readonly reason: 'none' | 'ended' }
  /** The password was right; a code of the authenticator app is asked. */
  | { readonly step: 'code'; readonly email: string }
  /** No authenticator app yet: the console's data needs one. */
  | { readonly step: 'enrol'; readonly email: string }
  | {
      readonly step: 'done';
      readonly email: string;
      readonly userId: string;
      /** Null: the sign-in is a Supabase project's, which knows no roles. */
      readonly role: Role | null;
    };

const state = makeStore<SignIn>({ step: 'loading' });
export const useSignIn = state.useValue;
let isLeaving = false;
/** While recovery codes are on the screen, a complete session waits. */
let isHeld = false;

/** Whether the token was issued after the second factor. The server verifies its signature. */
function isWhole({ access_token }: Session): boolean {
  const [, body = ''] = access_token.split('.');
  try {
    return JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))).aal === 'aal2';
  } catch {
    // Not a token of this kind: the sign-in starts again.
    return false;
  }
}

/** The operator's role according to the session; null if a Supabase project issued it. */
const roleOf = ({ user }: Session): Role | null =>
  ROLES.find((known) => known === user.app_metadata?.role) ?? null;

function judge(session: Session | null): SignIn {
  if (session === null) {
    const { step } = state.read();
    const wasIn = step !== 'loading' && step !== 'password';
    return { step: 'password', reason: wasIn && !isLeaving ? 'ended' : 'none' };
  }
  const { user } = session;
  const email = user.email ?? '';
  if (isWhole(session)) {
    if (isHeld) return { step: 'enrol', email };
    return { step: 'done', email, userId: user.id, role: roleOf(session) };
  }
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return { step: hasFactor ? 'code' : 'enrol', email };
}

/** Follows this browser's session from now on, including changes made in other tabs. */
export async function followSession(): Promise<void> {
  const auth = await loadAuth();
  auth.onAuthStateChange((_event, session) => {
    const next = judge(session);
    isLeaving = false;
    if (JSON.stringify(next) !== JSON.stringify(state.read())) state.set(next);
  });
}

/** Keeps the sign-in's pages on the screen until {@link release}, whatever the session becomes. */
export function hold(): void {
  isHeld = true;
}

export async function release(): Promise<void> {
  isHeld = false;
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  state.set(judge(data.session));
}

const forgetters = new Set<() => void>();

/** Has something forgotten at a deliberate sign-out: the next at this device is not to find it. */
export function forgetAtSignOut(forget: () => void): void {
  forgetters.add(forget);
}

/** Ends this browser's session, also while the server cannot be reached. */
export async function dropSession(): Promise<void> {
  const auth = await loadAuth();
  await auth.signOut({ scope: 'local' });
}

/** Signs out at the operator's wish. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  for (const forget of forgetters) forget();
  await dropSession();
}

/** Asks anew how far this session has come: what is missing is then asked for by the sign-in. */
export async function confirmAgain(): Promise<void> {
  const auth = await loadAuth();
  await auth.refreshSession();
}

/** Returns a valid token; null if signed out. */
export async function readToken(): Promise<string | null> {
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
}

/** A new token, after the server refused the one there was; null where there is none to be had. */
export async function renewToken(refused: string): Promise<string | null> {
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  // Another request or tab has renewed it meanwhile.
  if (data.session && data.session.access_token !== refused) return data.session.access_token;
  const renewed = await auth.refreshSession();
  // The client keeps a session whose token is young; the server has said that it ended.
  if (renewed.error?.name === 'AuthApiError') await dropSession();
  return renewed.data.session?.access_token ?? null;
}
