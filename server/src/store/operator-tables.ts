import type { Role } from '@funil/contract/console/roles';
import type { Generated } from 'kysely';

interface Operators {
  id: string;
  email: string;
  password: string;
  created_at: Generated<string>;
  password_changed_at: Generated<string>;
  last_sign_in_at: Generated<string | null>;
  role: Role;
}

interface OperatorLinks {
  digest: Uint8Array;
  email: string | null;
  created_at: Generated<string>;
  expires_at: string;
  created_by: string | null;
  role: Role;
}

export type AssuranceLevel = 'aal1' | 'aal2';

interface OperatorSessions {
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
}

interface OperatorFactors {
  id: string;
  operator_id: string;
  factor_type: 'totp' | 'recovery_code';
  friendly_name: string;
  secret: string | null;
  status: 'unverified' | 'verified';
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

interface OperatorUsedCodes {
  factor_id: string;
  step: number;
}

interface OperatorChallenges {
  id: string;
  factor_id: string;
  expires_at: string;
}

interface OperatorRecoveryCodes {
  factor_id: string;
  digest: Uint8Array;
  used_at: string | null;
}

interface OperatorOrigins {
  operator_id: string;
  digest: Uint8Array;
  seen_at: string;
}

interface OperatorAlerts {
  id: string;
  operator_id: string;
  kind: 'device' | 'factor' | 'password' | 'reset';
  user_agent: string;
  address: string;
  created_at: string;
  due_at: string;
  attempts: Generated<number>;
}

interface SigningKeys {
  kid: string;
  private_jwk: string;
  created_at: Generated<string>;
}

interface SignInTries {
  digest: Uint8Array;
  began_at: string;
  attempts: number;
}

interface Audit {
  id: Generated<number>;
  at: Generated<string>;
  operator_id: string | null;
  operator_email: string | null;
  action: string;
  subject_kind: string | null;
  subject: string | null;
}

/** What the console keeps of its operators; moments are ISO texts in UTC. */
export interface OperatorTables {
  operators: Operators;
  operator_links: OperatorLinks;
  operator_sessions: OperatorSessions;
  operator_factors: OperatorFactors;
  operator_used_codes: OperatorUsedCodes;
  operator_challenges: OperatorChallenges;
  operator_recovery_codes: OperatorRecoveryCodes;
  operator_known_origins: OperatorOrigins;
  operator_alerts: OperatorAlerts;
  signing_keys: SigningKeys;
  sign_in_attempts: SignInTries;
  audit: Audit;
}
