-- Limits that the server of this repository holds by itself, and the API of Supabase does not know:
-- rows a request, and captures a minute from one address. They are judged only where PostgREST passes
-- a request's headers on. To change a limit, create its function anew.

-- Most rows that one request may carry.
create function funil.rows_a_request() returns integer
  language sql immutable parallel safe
  return 100;

-- Most requests a minute from one address; 0: no limit.
create function funil.captures_a_minute() returns integer
  language sql immutable parallel safe
  return 600;

-- Who a request comes from, an IPv6 address by its network of 64 bits; null when nobody says.
-- Supabase's own edge writes cf-connecting-ip; elsewhere the first proxy's word has to do.
create function funil.request_address() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  written text := coalesce(
    funil.request_header('cf-connecting-ip'), funil.request_header('x-forwarded-for'), '');
  address inet;
begin
  address := regexp_replace(trim(split_part(written, ',', 1)), '^::ffff:(?=\d+\.)', '', 'i')::inet;
  return host(case when family(address) = 6 then network(set_masklen(address, 64)) else address end);
exception when invalid_text_representation then
  return null;
end
$$;

-- Runs before each row and judges a request by its first and by one too many. A refused request is
-- undone whole, its count too. Errors in PostgREST's own shape; source:
-- https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
create function funil.limit_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  place integer := coalesce(nullif(current_setting('funil.rows_of_request', true), ''), '0')::integer + 1;
  address text;
  counted integer;
begin
  perform set_config('funil.rows_of_request', place::text, true);
  if place > funil.rows_a_request() then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', '54000', 'message',
        format('A request carries at most %s rows.', funil.rows_a_request()))::text,
      detail = json_build_object('status', 413, 'headers', json_build_object())::text;
  end if;
  if place > 1 or funil.captures_a_minute() = 0 then
    return new;
  end if;
  address := funil.request_address();
  if address is null then
    return new;
  end if;

  insert into funil.rate_limits as known (address, started_at, captures)
  values (sha256(convert_to(address, 'UTF8')), now(), 1)
  on conflict on constraint rate_limits_pkey do update set
    captures = 1 + case
      when known.started_at > now() - interval '1 minute' then known.captures else 0 end,
    started_at = case
      when known.started_at > now() - interval '1 minute' then known.started_at else now() end
  returning captures into counted;
  if counted > funil.captures_a_minute() then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', '53400', 'message', 'Too many requests from this address.')::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', '60'))::text;
  end if;

  -- Minutes gone by are cleared now and then; what another request holds is left for the next time.
  if random() < 0.01 then
    delete from funil.rate_limits where rate_limits.address in (
      select past.address from funil.rate_limits as past
      where past.started_at < now() - interval '2 minutes' limit 1000 for update skip locked);
  end if;
  return new;
end
$$;
revoke execute on function funil.limit_request() from public;

create trigger limit_request before insert on public.leads
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.limit_request();
create trigger limit_request before insert on public.applications
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.limit_request();
create trigger limit_request before insert on public.application_drafts
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.limit_request();
create trigger limit_request before insert on public.jornada
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.limit_request();

insert into funil.migrations (version) values (10);
