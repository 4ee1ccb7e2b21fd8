-- Operators of the console: who may sign in, how, and what they did. Out of reach of any API.

-- Who may sign in.
create table operators (
  -- UUID.
  id text primary key,
  -- Trimmed, lower case (contract/src/person.ts).
  email text not null,
  -- argon2id, as the PHC string format has it.
  password text not null,
  -- ISO time, UTC, as all times here.
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  password_changed_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  last_sign_in_at text,

  constraint email_is_one_operators unique (email),
  constraint password_is_hashed check (password like '$argon2id$%')
) strict;

-- Links that make an operator, or set a password anew; each works once.
create table operator_links (
  -- SHA-256 of the token in the link.
  digest blob primary key,
  -- Whose; null: the first operator's, who names it.
  email text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  expires_at text not null,

  constraint digest_has_32_bytes check (length(digest) = 32)
) strict;

-- One row a sign-in that has not ended: the family of its refresh tokens.
create table operator_sessions (
  -- UUID.
  id text primary key,
  operator_id text not null references operators on delete cascade,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- When its refresh token was last renewed.
  refreshed_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- Number of the newest refresh token, from 0.
  generation integer not null default 0,
  -- What its refresh tokens are made with.
  refresh_key blob not null,
  -- aal1: by password alone; aal2: by a second factor, too.
  aal text not null,
  -- By what and when, as JSON: the claim `amr`.
  amr text not null,
  -- Browser and address of the last renewal, for its owner to recognise it.
  user_agent text not null,
  address text not null,

  constraint aal_is_known check (aal in ('aal1', 'aal2')),
  constraint refresh_key_has_32_bytes check (length(refresh_key) = 32),
  constraint user_agent_has_at_most_300_characters check (length(user_agent) <= 300)
) strict;
-- An operator's sessions.
create index operator_sessions_by_operator on operator_sessions (operator_id);

-- Second factors.
create table operator_factors (
  -- UUID.
  id text primary key,
  operator_id text not null references operators on delete cascade,
  factor_type text not null,
  -- Its owner's word for it.
  friendly_name text not null,
  -- Base32; null for recovery codes.
  secret text,
  -- verified: a code of it was shown once.
  status text not null,
  -- Number of the newest 30 s step whose code was used: no code works twice.
  last_step integer,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  updated_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  constraint factor_type_is_known check (factor_type in ('totp', 'recovery_code')),
  constraint status_is_known check (status in ('unverified', 'verified')),
  constraint totp_has_a_secret check ((factor_type = 'totp') = (secret is not null))
) strict;
-- An operator's factors.
create index operator_factors_by_operator on operator_factors (operator_id);
-- One set of recovery codes each.
create unique index operator_has_one_recovery_set on operator_factors (operator_id)
  where factor_type = 'recovery_code';

-- Challenges that wait for a factor's code.
create table operator_challenges (
  -- UUID.
  id text primary key,
  factor_id text not null references operator_factors on delete cascade,
  expires_at text not null
) strict;
-- A factor's challenges.
create index operator_challenges_by_factor on operator_challenges (factor_id);

-- Codes that stand in for a lost second factor, once each.
create table operator_recovery_codes (
  factor_id text not null references operator_factors on delete cascade,
  -- SHA-256 of factor and code.
  digest blob not null,
  used_at text,

  primary key (factor_id, digest)
) strict, without rowid;

-- Keys that access tokens are signed with; the newest signs, older ones still verify.
create table signing_keys (
  -- Thumbprint of the public key (RFC 7638).
  kid text primary key,
  -- JSON Web Key, ES256.
  private_jwk text not null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) strict;

-- Tries at passwords and codes.
create table sign_in_tries (
  -- SHA-256 of what is counted, such as an account from an address.
  digest blob primary key,
  began_at text not null,
  tries integer not null
) strict, without rowid;
-- What is over is removed.
create index sign_in_tries_by_begin on sign_in_tries (began_at);

-- Who looked at or changed what, and when; never the values.
create table audit (
  -- Order of writing.
  id integer primary key autoincrement,
  at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- Who; both null: the system, such as for a reused token.
  operator_id text,
  operator_email text,
  -- What was done: lead.viewed, session.opened.
  action text not null,
  -- To what: its kind and its key.
  subject_kind text,
  subject text,

  constraint subject_is_whole check ((subject_kind is null) = (subject is null))
) strict;
-- The trail of one subject.
create index audit_by_subject on audit (subject_kind, subject, id) where subject is not null;
