-- Settings that owners set in the console, the servers that read them, and their leases. No API exposes these tables.

-- Settings that owners set in the console. An environment variable of the same name wins.
create table funil.stored_settings (
  -- The environment variable.
  name text primary key,
  -- The value, encrypted with a key that is never in the database (settings/seal.ts).
  sealed text not null,
  updated_at timestamptz not null,
  -- The operator's e-mail address.
  updated_by text not null
);
alter table funil.stored_settings enable row level security;

-- The servers that run, by which the doctor finds one that has not read the newest settings file.
create table funil.running_servers (
  -- Host and port.
  server text primary key,
  -- Written every minute.
  seen_at timestamptz not null,
  -- When its process started.
  started_at timestamptz not null,
  -- When a visitor came whose address a proxy hides; null: none did.
  hidden_visitor_at timestamptz
);
alter table funil.running_servers enable row level security;

-- Work that one process at a time does, while a process does it (store/lease.ts).
create table funil.leases (
  -- Such as reconcile:hotmart.
  name text primary key,
  -- A random text of the process.
  holder text not null,
  -- Another process may take over the work from this time on: the holder has died.
  held_until timestamptz not null
);
alter table funil.leases enable row level security;

insert into funil.migrations (version) values (317);
