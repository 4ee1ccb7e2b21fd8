// Timestamps of accounts and sessions are ISO texts in UTC. This file imports no zod, because the console loads it.
import type { Role } from './roles.ts';

export interface AccountSession {
  readonly id: string;
  readonly created_at: string;
  /** When the session's token was last refreshed. The operator's last request came at most 15 minutes later. */
  readonly refreshed_at: string;
  /** Supabase's assurance level: `aal2` after a second factor. */
  readonly aal: 'aal1' | 'aal2';
  readonly user_agent: string;
  readonly address: string;
  readonly is_current: boolean;
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

export interface AccountOperators {
  readonly items: readonly AccountOperator[];
  /** Invitations whose link was not used yet. */
  readonly invitations: readonly {
    readonly email: string;
    readonly role: Role;
    readonly expires_at: string;
  }[];
}

/** An invitation's link, `/primeiro-acesso#<token>`, works once, for 24 h. */
export interface AccountInvitation {
  readonly email: string;
  readonly token: string;
}

export interface SignInSettings {
  readonly disable_signup: true;
  readonly external: { readonly email: true };
  /** True if an operator who forgot the password can get a link by e-mail (`POST /auth/v1/recover`). */
  readonly mails_password_links: boolean;
}

/**
 * A header of the sign-in with a random id that the client keeps: 20 to 64 letters, digits, `_` or `-`. The id proves
 * no identity; it only lets the server count a known device's attempts separately.
 */
export const DEVICE_HEADER = 'funil-device';
