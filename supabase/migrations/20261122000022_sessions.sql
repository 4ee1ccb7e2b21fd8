-- Sign-in of operators: known devices, used codes, links that end with their maker, and e-mails about an account.

alter table funil.operator_links add column created_by uuid references funil.operators on delete cascade;
comment on column funil.operator_links.created_by is
  'Operator who made the link, who takes it along when removed; null: a command.';

-- Devices and addresses from which an operator completed a sign-in: their attempts have a budget of their own, which
-- attempts from elsewhere cannot use up.
create table funil.operator_origins (
  operator_id uuid not null references funil.operators on delete cascade,
  -- SHA-256 of the device's token, or of the address or its network.
  digest bytea not null,
  -- Last completed sign-in.
  seen_at timestamptz not null,

  primary key (operator_id, digest),
  constraint digest_has_32_bytes check (octet_length(digest) = 32)
);
alter table funil.operator_origins enable row level security;

-- Codes of authenticator apps that were used: no code works twice, wherever the clock stands.
create table funil.operator_used_codes (
  factor_id uuid not null references funil.operator_factors on delete cascade,
  -- Number of the code's 30 s step since 1970.
  step bigint not null,

  primary key (factor_id, step)
);
alter table funil.operator_used_codes enable row level security;
insert into funil.operator_used_codes (factor_id, step)
  select id, last_step from funil.operator_factors where last_step is not null;
alter table funil.operator_factors drop column last_step;

-- E-mails to operators about their own account that wait to be sent.
create table funil.operator_notices (
  id uuid primary key,
  operator_id uuid not null references funil.operators on delete cascade,
  -- device: a sign-in from a new device; factor: a new second factor; password: a password set by a link or command;
  -- reset: all second factors removed by a command.
  kind text not null,
  -- Browser and address that it was done from; empty: a command.
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  -- Not sent before; put off by each attempt.
  due_at timestamptz not null,
  attempts integer not null default 0,

  constraint kind_is_known check (kind in ('device', 'factor', 'password', 'reset'))
);
alter table funil.operator_notices enable row level security;
-- The next one to send.
create index operator_notices_by_due on funil.operator_notices (due_at);

insert into funil.migrations (version) values (22);
