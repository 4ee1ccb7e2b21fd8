import { ROLES, type Role } from '@funil/contract/operators/roles';
import type { Session } from '@supabase/auth-js';
import { makeStore } from '../make-store.ts';
import { loadAuth } from './client.ts';

export type SignInState =
  | { readonly step: 'loading' }
  | { readonly step: 'password'; readonly sessionEnded: boolean }
  /** Asks for a code of the authenticator app, after the right password. */
  | { readonly step: 'code' }
  /** Adds an authenticator app, either the first one or a replacement. */
  | { readonly step: 'enroll'; readonly isReplacing: boolean }
  | {
      readonly step: 'done';
      readonly email: string;
      readonly userId: string;
      readonly role: Role;
    };

const signInStore = makeStore<SignInState>({ step: 'loading' });
export const useSignIn = signInStore.useValue;
export const readSignIn = signInStore.read;
export const onSignInChange = signInStore.subscribe;

/** Returns the id of the signed-in operator; empty if no operator is signed in. */
export function useUserId(): string {
  const signIn = useSignIn();
  return signIn.step === 'done' ? signIn.userId : '';
}

let isSigningOut = false;
/** While the sign-in adds an app or shows recovery codes, the console does not open. */
let isEnrolling = false;

/** True if the token was issued after the second factor. Only the server verifies the token's signature. */
function hasPassedSecondFactor({ access_token }: Session): boolean {
  const [, payload = ''] = access_token.split('.');
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal === 'aal2';
  } catch {
    // The token is not a JWT, so the sign-in asks for the second factor.
    return false;
  }
}

function toSignIn(session: Session | null): SignInState {
  if (session === null) {
    const current = signInStore.read();
    // Keeps the state, with its reason, if another request has already found that the session ended.
    if (current.step === 'password') return current;
    return { step: 'password', sessionEnded: current.step !== 'loading' && !isSigningOut };
  }
  const { id: userId, email = '', factors = [], app_metadata } = session.user;
  const hasAuthenticator = factors.some(({ status }) => status === 'verified');
  if (hasPassedSecondFactor(session)) {
    if (isEnrolling) return { step: 'enroll', isReplacing: true };
    const role = ROLES.find((knownRole) => knownRole === app_metadata?.role) ?? 'attendant';
    return { step: 'done', email, userId, role };
  }
  return hasAuthenticator ? { step: 'code' } : { step: 'enroll', isReplacing: false };
}

/** Follows this browser's session, including changes by other tabs. */
export async function followSession(): Promise<void> {
  const auth = await loadAuth();
  auth.onAuthStateChange((_event, session) => {
    const signIn = toSignIn(session);
    isSigningOut = false;
    if (session === null) isEnrolling = false;
    if (JSON.stringify(signIn) !== JSON.stringify(signInStore.read())) signInStore.set(signIn);
  });
}

/** Keeps the sign-in open after the second factor is verified, until {@link openConsole}. */
export function keepSignInOpen(isOpen = true): void {
  isEnrolling = isOpen;
}

/** Opens the next step of the sign-in, or the console after the last step. */
export async function openConsole(): Promise<void> {
  isEnrolling = false;
  await openStep();
}

/** Opens the sign-in, to replace the authenticator app. */
export async function changeAuthenticator(): Promise<void> {
  isEnrolling = true;
  await openStep();
}

async function openStep(): Promise<void> {
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  signInStore.set(toSignIn(data.session));
}

const signOutListeners = new Set<() => void>();

/** Listeners remove data that the device's next operator must not see. */
export function onSignOut(listener: () => void): void {
  signOutListeners.add(listener);
}

/** Ends this browser's session, even if the server is unreachable. */
export async function dropSession(): Promise<void> {
  const auth = await loadAuth();
  await auth.signOut({ scope: 'local' });
}

export async function signOut(): Promise<void> {
  isSigningOut = true;
  for (const listener of signOutListeners) listener();
  await dropSession();
}

/** Renews the session; if the server no longer accepts it, opens the sign-in at the missing step. */
export async function refreshSession(): Promise<void> {
  const auth = await loadAuth();
  await auth.refreshSession();
}

export async function readToken(): Promise<string | null> {
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
}

/** Resolves when the tokens of the latest verification are stored. */
let latestVerification: Promise<unknown> = Promise.resolve();

/** A verification ends the old tokens, so {@link renewToken} waits until the new ones are stored. */
export function verifyFactor<Result>(verify: () => Promise<Result>): Promise<Result> {
  const result = verify();
  latestVerification = Promise.allSettled([result]);
  return result;
}

/** Returns a new access token after the server refused one; null if the session has ended. */
export async function renewToken(refusedToken: string): Promise<string | null> {
  await latestVerification;
  const storedToken = await readToken();
  // Another request, a verification or another tab has already renewed the token.
  if (storedToken !== null && storedToken !== refusedToken) return storedToken;
  const auth = await loadAuth();
  const { data, error } = await auth.refreshSession();
  // auth-js keeps a session whose token has not expired, even if the server refuses to renew it.
  if (error?.name === 'AuthApiError') await dropSession();
  return data.session?.access_token ?? null;
}
