/** Who signs in to the console; types alone, for the browser. Moments are ISO times in UTC. */
import type { Role } from './roles.ts';

/** A sign-in that has not ended, as its owner recognises it: `GET /console/v1/account/sessions`. */
export interface AccountSession {
  readonly id: string;
  readonly created_at: string;
  /** When it was last renewed: within a quarter of an hour of its last use. */
  readonly refreshed_at: string;
  readonly aal: 'aal1' | 'aal2';
  readonly user_agent: string;
  readonly address: string;
  readonly is_current: boolean;
}

export interface AccountSessions {
  /** The one used last first. */
  readonly items: readonly AccountSession[];
}

export interface AccountOperator {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: string;
  readonly last_sign_in_at: string | null;
  readonly has_factor: boolean;
  readonly is_me: boolean;
}

/** `GET /console/v1/account/operators`. */
export interface AccountOperators {
  readonly items: readonly AccountOperator[];
  /** Links that are open. */
  readonly invitations: readonly {
    readonly email: string;
    readonly role: Role;
    readonly expires_at: string;
  }[];
}

/** Of `POST /console/v1/account/operators` with `{email, role}`: `/primeiro-acesso#<token>` works once, for 24 h. */
export interface AccountInvitation {
  readonly email: string;
  readonly token: string;
}

/** `GET /auth/v1/settings`, without a token: where operators sign in. */
export interface SignInSettings {
  readonly disable_signup: true;
  readonly external: { readonly email: true };
  /** A Supabase project's `/auth/v1` that is used instead of the console's own; null: its own. */
  readonly auth_url: string | null;
  /** What that project wants in `apikey`; null: nothing. */
  readonly api_key: string | null;
}
