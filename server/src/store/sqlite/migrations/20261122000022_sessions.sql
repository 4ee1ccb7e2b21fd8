-- Sign-in of operators: known devices, used codes, links that end with their maker, and e-mails about an account.

-- Operator who made the link, who takes it along when removed; null: a command.
alter table operator_links add column created_by text references operators on delete cascade;

-- Devices and addresses from which an operator completed a sign-in: their attempts have a budget of their own, which
-- attempts from elsewhere cannot use up.
create table operator_origins (
  operator_id text not null references operators on delete cascade,
  -- SHA-256 of the device's token, or of the address or its network.
  digest blob not null,
  -- Last completed sign-in.
  seen_at text not null,

  primary key (operator_id, digest),
  constraint digest_has_32_bytes check (length(digest) = 32)
) strict, without rowid;

-- Codes of authenticator apps that were used: no code works twice, wherever the clock stands.
create table operator_used_codes (
  factor_id text not null references operator_factors on delete cascade,
  -- Number of the code's 30 s step since 1970.
  step integer not null,

  primary key (factor_id, step)
) strict, without rowid;
insert into operator_used_codes (factor_id, step)
  select id, last_step from operator_factors where last_step is not null;
alter table operator_factors drop column last_step;

-- E-mails to operators about their own account that wait to be sent.
create table operator_notices (
  -- UUID.
  id text primary key,
  operator_id text not null references operators on delete cascade,
  -- device: a sign-in from a new device; factor: a new second factor; password: a password set by a link or command;
  -- reset: all second factors removed by a command.
  kind text not null,
  -- Browser and address that it was done from; empty: a command.
  user_agent text not null,
  address text not null,
  created_at text not null,
  -- Not sent before; put off by each attempt.
  due_at text not null,
  attempts integer not null default 0,

  constraint kind_is_known check (kind in ('device', 'factor', 'password', 'reset'))
) strict;
-- The next one to send.
create index operator_notices_by_due on operator_notices (due_at);
