-- Settings that owners set in the console. An environment variable of the same name wins. No API exposes this table.
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

insert into funil.migrations (version) values (217);
