-- Operators of the console: accounts, sign-in, sessions and the audit trail. No API exposes these tables.

-- Accounts that may sign in.
create table operators (
  -- UUID.
  id text primary key,
  email text not null,
  password text not null,
  -- ISO time, UTC, as all times here.
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  password_changed_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  last_sign_in_at text,
  role text not null default 'attendant',

  constraint role_is_known check (role in ('owner', 'manager', 'attendant')),
  constraint email_is_one_operators unique (email)
) strict;

-- Links that create an operator or set a new password. Each link works once.
create table operator_links (
  digest blob primary key,
  email text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  expires_at text not null,
  created_by text references operators on delete cascade,
  role text not null default 'attendant',

  constraint role_is_known check (role in ('owner', 'manager', 'attendant'))
) strict;

-- One row per active session: the family of its refresh tokens.
create table operator_sessions (
  -- UUID.
  id text primary key,
  operator_id text not null references operators on delete cascade,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  refreshed_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  generation integer not null default 0,
  refresh_key blob not null,
  aal text not null,
  amr text not null,
  user_agent text not null,
  address text not null,

  constraint aal_is_known check (aal in ('aal1', 'aal2'))
) strict;
create index operator_sessions_by_operator on operator_sessions (operator_id);

-- Second factors.
create table operator_factors (
  -- UUID.
  id text primary key,
  operator_id text not null references operators on delete cascade,
  factor_type text not null,
  friendly_name text not null,
  secret text,
  status text not null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  updated_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  constraint factor_type_is_known check (factor_type in ('totp', 'recovery_code')),
  constraint status_is_known check (status in ('unverified', 'verified')),
  constraint totp_has_a_secret check ((factor_type = 'totp') = (secret is not null))
) strict;
create index operator_factors_by_operator on operator_factors (operator_id);
create unique index operator_has_one_recovery_set on operator_factors (operator_id)
  where factor_type = 'recovery_code';

-- Challenges that wait for a factor's code.
create table operator_challenges (
  -- UUID.
  id text primary key,
  factor_id text not null references operator_factors on delete cascade,
  expires_at text not null
) strict;
create index operator_challenges_by_factor on operator_challenges (factor_id);

-- Recovery codes for a lost second factor. Each code works once.
create table operator_recovery_codes (
  factor_id text not null references operator_factors on delete cascade,
  digest blob not null,
  used_at text,

  primary key (factor_id, digest)
) strict, without rowid;

-- Used codes of authenticator apps. No code works twice, even if the server's clock is set back.
create table operator_used_codes (
  factor_id text not null references operator_factors on delete cascade,
  step integer not null,

  primary key (factor_id, step)
) strict, without rowid;

-- Devices and addresses from which an operator completed a sign-in. Their attempts have a separate limit, which
-- attempts from elsewhere cannot use up.
create table operator_known_origins (
  operator_id text not null references operators on delete cascade,
  digest blob not null,
  seen_at text not null,

  primary key (operator_id, digest)
) strict, without rowid;

-- Keys that sign access tokens. The newest key signs, older keys still verify.
create table signing_keys (
  kid text primary key,
  private_jwk text not null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) strict;

-- Attempts at passwords and codes, counted for all replicas together.
create table sign_in_attempts (
  digest blob primary key,
  began_at text not null,
  attempts integer not null
) strict, without rowid;
create index sign_in_attempts_by_begin on sign_in_attempts (began_at);

-- Audit trail: which operator read or changed which data, and when; never the values.
create table audit (
  id integer primary key autoincrement,
  at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  operator_id text,
  operator_email text,
  action text not null,
  subject_kind text,
  subject text,

  constraint subject_is_complete check ((subject_kind is null) = (subject is null))
) strict;
create index audit_by_subject on audit (subject_kind, subject, id) where subject is not null;
