import type { SummaryTime } from '@funil/contract/console/summary';
import type { Role } from '@funil/contract/operators/roles';
import type { Generated } from 'kysely';

/** Supabase Auth's: `aal1` is a password only, `aal2` a second factor, too. */
export type AssuranceLevel = 'aal1' | 'aal2';

export interface OperatorTables {
  operators: {
    id: string;
    email: string;
    password: string;
    created_at: Generated<string>;
    password_changed_at: Generated<string>;
    last_sign_in_at: Generated<string | null>;
    role: Role;
    summary: Generated<SummaryTime>;
  };
  operator_links: {
    digest: Uint8Array;
    email: string | null;
    created_at: Generated<string>;
    expires_at: string;
    created_by: string | null;
    role: Role;
  };
  operator_sessions: {
    id: string;
    operator_id: string;
    created_at: Generated<string>;
    refreshed_at: Generated<string>;
    generation: Generated<number>;
    refresh_key: Uint8Array;
    aal: AssuranceLevel;
    amr: string;
    user_agent: string;
    address: string;
  };
  operator_factors: {
    id: string;
    operator_id: string;
    factor_type: 'totp' | 'recovery_code';
    friendly_name: string;
    secret: string | null;
    status: 'unverified' | 'verified';
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  operator_used_codes: { factor_id: string; step: number };
  operator_challenges: { id: string; factor_id: string; expires_at: string };
  operator_recovery_codes: { factor_id: string; digest: Uint8Array; used_at: string | null };
  operator_known_origins: { operator_id: string; digest: Uint8Array; seen_at: string };
  /** `about`: JSON of an alert's key. */
  operator_alerts: { kind: string; about: string; alerted_at: string };
  push_devices: {
    id: string;
    operator_id: string;
    session_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    user_agent: string;
    kinds: string;
    is_quiet: number;
    shows_names: number;
    created_at: Generated<string>;
  };
  push_keys: { number: 1; public_key: string; private_key: string };
  signing_keys: { kid: string; private_jwk: string; created_at: Generated<string> };
  sign_in_attempts: { digest: Uint8Array; began_at: string; attempts: number };
  audit: {
    id: Generated<number>;
    at: Generated<string>;
    operator_id: string | null;
    operator_email: string | null;
    action: string;
    subject_kind: string | null;
    subject: string | null;
  };
}
