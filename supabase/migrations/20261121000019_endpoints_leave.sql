-- A webhook that is taken off in the console may come back for a moment, and nothing is lost meanwhile.
alter table funil.endpoints add column leaving_since timestamptz;
comment on column funil.endpoints.leaving_since is
  'When it was taken off: nothing is sent, what happens waits for it, and soon it is removed. Null: it stays.';

insert into funil.migrations (version) values (19);
