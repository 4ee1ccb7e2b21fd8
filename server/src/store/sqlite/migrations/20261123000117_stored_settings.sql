-- Settings that owners set in the console; the PostgreSQL migration of the same name explains the columns.
create table stored_settings (
  name text primary key,
  sealed text not null,
  updated_at text not null,
  updated_by text not null
) strict;
