-- Who captures, and what the tables' rules share. Supabase has both roles already.

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

-- What no API exposes: the rules' functions, and the server's own bookkeeping.
create schema funil;
grant usage on schema funil to anon;

-- Which of these files were applied, be it by the server or by Supabase's tools.
create table funil.migrations (
  -- Number of the file.
  version integer primary key,
  -- When it was applied.
  applied_at timestamptz not null default now()
);
insert into funil.migrations (version) values (1);

-- Text without surrounding spaces, as JavaScript's trim sees spaces.
create function funil.trimmed(value text) returns text
  language sql immutable strict parallel safe
  return btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF');

-- How many ASCII digits a text has.
create function funil.count_digits(value text) returns integer
  language sql immutable strict parallel safe
  return char_length(value) - char_length(translate(value, '0123456789', ''));

-- An e-mail's simple pattern: one @ between texts without spaces, and a dot after it.
create function funil.is_email(value text) returns boolean
  language sql immutable strict parallel safe
  return value ~ U&'^[^@\0009\000A\000B\000C\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000\FEFF]+@[^@\0009\000A\000B\000C\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000\FEFF]+\\.[^@\0009\000A\000B\000C\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000\FEFF]+$';

-- A header of the request, which PostgREST passes on; null elsewhere.
-- Source: https://docs.postgrest.org/en/stable/references/transactions.html#request-headers-cookies-and-jwt-claims
create function funil.request_header(name text) returns text
  language sql stable
  return nullif(current_setting('request.headers', true), '')::json ->> name;

-- Why a robot is suspected: words of the x-suspect header, which marks and never refuses.
create function funil.request_suspicion() returns text
  language sql stable
  return case
    when coalesce(funil.request_header('x-suspect'), '') = '' then null
    when funil.request_header('x-suspect') ~ '^[a-z][a-z0-9_, -]{0,99}$'
      then funil.request_header('x-suspect')
    else 'malformed'
  end;
