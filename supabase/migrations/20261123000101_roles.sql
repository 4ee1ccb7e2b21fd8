-- The roles that capture rows, the server's own schema, and the record of applied migrations.

-- Supabase has both roles already; elsewhere they are created here.
do $$
declare
  missing text;
begin
  for missing in select name from unnest(array['anon', 'authenticated']) as name
    where not exists (select from pg_catalog.pg_roles where rolname = name)
  loop
    begin
      execute format('create role %I nologin', missing);
    exception when duplicate_object or unique_violation then
      null; -- Made meanwhile for another database of the same server.
    end;
  end loop;
  if not pg_catalog.pg_has_role(current_user, 'anon', 'member') then
    execute format('grant anon to %I', current_user);
  end if;
end
$$;

grant usage on schema public to anon;

-- Everything that no API exposes: the check functions and the server's own tables.
create schema funil;
grant usage on schema funil to anon;

-- Applied migrations. Each file records itself, so that files applied by Supabase's tools are known to the server, too.
create table funil.migrations (
  -- Number of the file.
  version integer primary key,
  -- When it was applied.
  applied_at timestamptz not null default now()
);

insert into funil.migrations (version) values (201);
