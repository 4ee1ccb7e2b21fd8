-- Pushes to operators' phones: the devices, and the key that signs. No API exposes these tables.

-- A browser in which an operator turned pushes on. Its destination is push:<id>.
create table funil.push_devices (
  id uuid primary key,
  operator_id uuid not null references funil.operators on delete cascade,
  -- The session in which the operator opened the console there last: its end ends the pushes.
  session_id uuid not null references funil.operator_sessions on update cascade on delete cascade,
  -- The address at the browser's push service, which alone allows to reach it.
  endpoint text not null unique,
  -- The browser's public key and secret, base64url (RFC 8291).
  p256dh text not null,
  auth text not null,
  -- Of the browser, so that the operator recognizes the device.
  user_agent text not null,
  -- Kinds of pushes that the device gets, separated by commas (contract/src/console/push-kinds.ts).
  kinds text not null,
  -- 1: nothing from 22:00 to 07:00 of Brasília, and all of it as one at 07:00.
  is_quiet smallint not null,
  -- 1: pushes name people, also on a locked screen.
  shows_names smallint not null,
  created_at timestamptz not null default now()
);
alter table funil.push_devices enable row level security;
-- Finds an operator's devices, and those of a session.
create index push_devices_by_operator on funil.push_devices (operator_id);
create index push_devices_by_session on funil.push_devices (session_id);

-- The key pair by which push services recognize the server (RFC 8292). One row: browsers subscribe to its public key.
create table funil.push_keys (
  number integer primary key check (number = 1),
  -- Base64url; the private one sealed with the server's key.
  public_key text not null,
  private_key text not null
);
alter table funil.push_keys enable row level security;

insert into funil.migrations (version) values (322);
