-- Operators of the console: accounts, sign-in, sessions and the audit trail. No API exposes these tables.

-- Accounts that may sign in.
create table funil.operators (
  id uuid primary key,
  -- Trimmed, lower case (contract/src/contacts/person.ts).
  email text not null,
  -- argon2id hash in the PHC string format.
  password text not null,
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  -- owner may do everything; manager everything except operators and secrets; attendant only what replies need;
  -- traffic numbers and the spend on ads, without people.
  role text not null default 'attendant',
  -- When the morning's summary is sent: never, daily or mondays.
  summary text not null default 'never',

  constraint role_is_known check (role in ('owner', 'manager', 'attendant', 'traffic')),
  constraint summary_is_known check (summary in ('never', 'daily', 'mondays')),
  constraint email_is_one_operators unique (email),
  constraint password_is_hashed check (password like '$argon2id$%')
);
alter table funil.operators enable row level security;

-- Links that create an operator or set a new password. Each link works once.
create table funil.operator_links (
  -- SHA-256 of the token in the link.
  digest bytea primary key,
  -- The operator's e-mail. Null: the link creates the first operator, who enters the address.
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Operator who created the link; removing the operator removes the link. Null: a command created it.
  created_by uuid references funil.operators on delete cascade,
  -- Role of the operator that the link creates. An existing operator keeps the present role.
  role text not null default 'attendant',

  constraint role_is_known check (role in ('owner', 'manager', 'attendant', 'traffic')),
  constraint digest_has_32_bytes check (octet_length(digest) = 32)
);
alter table funil.operator_links enable row level security;

-- A row per active session: the family of its refresh tokens.
create table funil.operator_sessions (
  id uuid primary key,
  operator_id uuid not null references funil.operators on delete cascade,
  created_at timestamptz not null default now(),
  -- When its refresh token was last renewed.
  refreshed_at timestamptz not null default now(),
  -- Number of the newest refresh token, from 0.
  generation integer not null default 0,
  -- With the server's key, it makes the HMAC key of its refresh tokens.
  refresh_key bytea not null,
  -- aal1: password only; aal2: password and second factor.
  aal text not null,
  -- Methods of the sign-in and their times, as JSON: the claim `amr`.
  amr text not null,
  -- Browser and address of the last renewal, so that the operator recognizes the session.
  user_agent text not null,
  address text not null,

  constraint aal_is_known check (aal in ('aal1', 'aal2')),
  constraint refresh_key_has_32_bytes check (octet_length(refresh_key) = 32),
  constraint user_agent_has_at_most_300_characters check (char_length(user_agent) <= 300)
);
alter table funil.operator_sessions enable row level security;
-- Finds an operator's sessions.
create index operator_sessions_by_operator on funil.operator_sessions (operator_id);

-- Second factors.
create table funil.operator_factors (
  id uuid primary key,
  operator_id uuid not null references funil.operators on delete cascade,
  factor_type text not null,
  -- The operator's name for it.
  friendly_name text not null,
  -- Base32, sealed with the server's key; null for recovery codes.
  secret text,
  -- verified: a code of this factor was accepted once.
  status text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint factor_type_is_known check (factor_type in ('totp', 'recovery_code')),
  constraint status_is_known check (status in ('unverified', 'verified')),
  constraint totp_has_a_secret check ((factor_type = 'totp') = (secret is not null))
);
alter table funil.operator_factors enable row level security;
-- Finds an operator's factors.
create index operator_factors_by_operator on funil.operator_factors (operator_id);
-- Allows one set of recovery codes per operator.
create unique index operator_has_one_recovery_set on funil.operator_factors (operator_id)
  where factor_type = 'recovery_code';

-- Challenges that wait for a factor's code.
create table funil.operator_challenges (
  id uuid primary key,
  factor_id uuid not null references funil.operator_factors on delete cascade,
  expires_at timestamptz not null
);
alter table funil.operator_challenges enable row level security;
-- Finds a factor's challenges.
create index operator_challenges_by_factor on funil.operator_challenges (factor_id);

-- Recovery codes for a lost second factor. Each code works once.
create table funil.operator_recovery_codes (
  factor_id uuid not null references funil.operator_factors on delete cascade,
  -- SHA-256 of factor and code.
  digest bytea not null,
  used_at timestamptz,

  primary key (factor_id, digest)
);
alter table funil.operator_recovery_codes enable row level security;

-- Used codes of authenticator apps. No code works twice, even if the server's clock is set back.
create table funil.operator_used_codes (
  factor_id uuid not null references funil.operator_factors on delete cascade,
  -- Number of the code's 30 s step since 1970.
  step bigint not null,

  primary key (factor_id, step)
);
alter table funil.operator_used_codes enable row level security;

-- Devices and addresses from which an operator completed a sign-in. Their attempts have a separate limit, which
-- attempts from elsewhere cannot use up.
create table funil.operator_known_origins (
  operator_id uuid not null references funil.operators on delete cascade,
  -- SHA-256 of the device's token, or of the address or its network.
  digest bytea not null,
  -- Last completed sign-in.
  seen_at timestamptz not null,

  primary key (operator_id, digest),
  constraint digest_has_32_bytes check (octet_length(digest) = 32)
);
alter table funil.operator_known_origins enable row level security;

-- Keys that sign access tokens. The newest key signs, older keys still verify.
create table funil.signing_keys (
  -- Thumbprint of the public key (RFC 7638).
  kid text primary key,
  -- JSON Web Key, ES256, sealed with the server's key.
  private_jwk text not null,
  created_at timestamptz not null default now()
);
alter table funil.signing_keys enable row level security;

-- Attempts at passwords and codes, counted for all replicas together.
create table funil.sign_in_attempts (
  -- SHA-256 of the counted key, such as an account and an address.
  digest bytea primary key,
  began_at timestamptz not null,
  attempts integer not null
);
alter table funil.sign_in_attempts enable row level security;
-- Finds counters that have expired, to remove them.
create index sign_in_attempts_by_begin on funil.sign_in_attempts (began_at);

-- When operators were last told of something: one row per kind of e-mail and what it is about, claimed by one process.
create table funil.operator_alerts (
  kind text not null,
  -- JSON with the same order of keys in every e-mail of the kind.
  about text not null,
  alerted_at timestamptz not null,

  primary key (kind, about)
);
alter table funil.operator_alerts enable row level security;

-- Audit trail: which operator read or changed which data, and when; never the values.
create table funil.audit (
  -- Order of writing.
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The operator; both null: the system, such as for a reused token.
  operator_id uuid,
  operator_email text,
  -- The action, such as lead.viewed or session.opened.
  action text not null,
  -- Kind and key of the data.
  subject_kind text,
  subject text,

  constraint subject_is_complete check ((subject_kind is null) = (subject is null))
);
alter table funil.audit enable row level security;
-- Lists the trail of one subject.
create index audit_by_subject on funil.audit (subject_kind, subject, id) where subject is not null;

insert into funil.migrations (version) values (312);
