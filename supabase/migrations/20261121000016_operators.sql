-- Operators of the console: who may sign in, how, and what they did. Out of reach of any API.

-- Who may sign in.
create table funil.operators (
  id uuid primary key,
  -- Trimmed, lower case (contract/src/person.ts).
  email text not null,
  -- argon2id, as the PHC string format has it.
  password text not null,
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now(),
  last_sign_in_at timestamptz,

  constraint email_is_one_operators unique (email),
  constraint password_is_hashed check (password like '$argon2id$%')
);
alter table funil.operators enable row level security;

-- Links that make an operator, or set a password anew; each works once.
create table funil.operator_links (
  -- SHA-256 of the token in the link.
  digest bytea primary key,
  -- Whose; null: the first operator's, who names it.
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,

  constraint digest_has_32_bytes check (octet_length(digest) = 32)
);
alter table funil.operator_links enable row level security;

-- One row a sign-in that has not ended: the family of its refresh tokens.
create table funil.operator_sessions (
  id uuid primary key,
  operator_id uuid not null references funil.operators on delete cascade,
  created_at timestamptz not null default now(),
  -- When its refresh token was last renewed.
  refreshed_at timestamptz not null default now(),
  -- Number of the newest refresh token, from 0.
  generation integer not null default 0,
  -- What its refresh tokens are made with.
  refresh_key bytea not null,
  -- aal1: by password alone; aal2: by a second factor, too.
  aal text not null,
  -- By what and when, as JSON: the claim `amr`.
  amr text not null,
  -- Browser and address of the last renewal, for its owner to recognise it.
  user_agent text not null,
  address text not null,

  constraint aal_is_known check (aal in ('aal1', 'aal2')),
  constraint refresh_key_has_32_bytes check (octet_length(refresh_key) = 32),
  constraint user_agent_has_at_most_300_characters check (char_length(user_agent) <= 300)
);
alter table funil.operator_sessions enable row level security;
-- An operator's sessions.
create index operator_sessions_by_operator on funil.operator_sessions (operator_id);

-- Second factors.
create table funil.operator_factors (
  id uuid primary key,
  operator_id uuid not null references funil.operators on delete cascade,
  factor_type text not null,
  -- Its owner's word for it.
  friendly_name text not null,
  -- Base32; null for recovery codes.
  secret text,
  -- verified: a code of it was shown once.
  status text not null,
  -- Number of the newest 30 s step whose code was used: no code works twice.
  last_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint factor_type_is_known check (factor_type in ('totp', 'recovery_code')),
  constraint status_is_known check (status in ('unverified', 'verified')),
  constraint totp_has_a_secret check ((factor_type = 'totp') = (secret is not null))
);
alter table funil.operator_factors enable row level security;
-- An operator's factors.
create index operator_factors_by_operator on funil.operator_factors (operator_id);
-- One set of recovery codes each.
create unique index operator_has_one_recovery_set on funil.operator_factors (operator_id)
  where factor_type = 'recovery_code';

-- Challenges that wait for a factor's code.
create table funil.operator_challenges (
  id uuid primary key,
  factor_id uuid not null references funil.operator_factors on delete cascade,
  expires_at timestamptz not null
);
alter table funil.operator_challenges enable row level security;
-- A factor's challenges.
create index operator_challenges_by_factor on funil.operator_challenges (factor_id);

-- Codes that stand in for a lost second factor, once each.
create table funil.operator_recovery_codes (
  factor_id uuid not null references funil.operator_factors on delete cascade,
  -- SHA-256 of factor and code.
  digest bytea not null,
  used_at timestamptz,

  primary key (factor_id, digest)
);
alter table funil.operator_recovery_codes enable row level security;

-- Keys that access tokens are signed with; the newest signs, older ones still verify.
create table funil.signing_keys (
  -- Thumbprint of the public key (RFC 7638).
  kid text primary key,
  -- JSON Web Key, ES256.
  private_jwk text not null,
  created_at timestamptz not null default now()
);
alter table funil.signing_keys enable row level security;

-- Tries at passwords and codes, counted for all replicas together.
create table funil.sign_in_tries (
  -- SHA-256 of what is counted, such as an account from an address.
  digest bytea primary key,
  began_at timestamptz not null,
  tries integer not null
);
alter table funil.sign_in_tries enable row level security;
-- What is over is removed.
create index sign_in_tries_by_begin on funil.sign_in_tries (began_at);

-- Who looked at or changed what, and when; never the values.
create table funil.audit (
  -- Order of writing.
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Who; both null: the system, such as for a reused token.
  operator_id uuid,
  operator_email text,
  -- What was done: lead.viewed, session.opened.
  action text not null,
  -- To what: its kind and its key.
  subject_kind text,
  subject text,

  constraint subject_is_whole check ((subject_kind is null) = (subject is null))
);
alter table funil.audit enable row level security;
-- The trail of one subject.
create index audit_by_subject on funil.audit (subject_kind, subject, id) where subject is not null;

insert into funil.migrations (version) values (16);
