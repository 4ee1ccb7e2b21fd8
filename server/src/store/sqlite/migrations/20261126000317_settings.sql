-- Settings that owners set in the console, the servers that read them, and their leases. No API exposes these tables.

-- Settings that owners set in the console.
create table stored_settings (
  name text primary key,
  sealed text not null,
  updated_at text not null,
  updated_by text not null
) strict;

-- The servers that run, by which the doctor finds one that has not read the newest settings file.
create table running_servers (
  server text primary key,
  seen_at text not null,
  started_at text not null,
  hidden_visitor_at text
) strict, without rowid;

-- Work that one process at a time does, while a process does it (store/lease.ts).
create table leases (
  name text primary key,
  holder text not null,
  held_until text not null
) strict, without rowid;
