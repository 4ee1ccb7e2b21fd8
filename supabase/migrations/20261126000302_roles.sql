-- The roles that capture rows.

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
grant usage on schema funil to anon;

insert into funil.migrations (version) values (302);
