-- The server's own schema, and the record of applied migrations.

-- Everything that no API exposes: the check functions and the server's own tables.
create schema funil;

-- Applied migrations. Each file records itself, so that files applied by Supabase's tools are known to the server, too.
create table funil.migrations (
  -- Number of the file: the last six of its 14 digits.
  version integer primary key,
  -- SHA-256 of the file in hexadecimal, by which the server refuses a database whose file was different. Null: Supabase's tools
  -- applied the file.
  sha256 text,
  -- When it was applied.
  applied_at timestamptz not null default now()
);
alter table funil.migrations enable row level security;

insert into funil.migrations (version) values (301);
