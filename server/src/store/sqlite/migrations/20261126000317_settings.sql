-- Settings that owners set in the console, and the servers that read them. No API exposes these tables.

-- Settings that owners set in the console.
create table stored_settings (
  name text primary key,
  sealed text not null,
  updated_at text not null,
  updated_by text not null
) strict;

-- The servers that run, by which the doctor finds secrets that a server has not read yet.
create table running_servers (
  server text primary key,
  seen_at text not null,
  secrets text not null,
  hidden_visitor_at text
) strict, without rowid;
